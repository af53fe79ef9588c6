import { OTHER_LANGUAGES } from './other-languages';

/** The kinds of decks, by the question that a title asks. Recognised only where the title says so; otherwise `plain`. */
const NAMES = {
  decision: ['Decision', '决策'],
  comparison: ['Comparison', '对比'],
  plan: ['Plan', '计划'],
  budget: ['Budget', '预算'],
  review: ['Review of a period or project', '总结汇报'],
  proposal: ['Proposal', '提案'],
  launch: ['Launch', '发布'],
  event: ['Event and its causes', '历史事件'],
  life: ['A life', '人物'],
  explanation: ['Explanation', '讲解'],
  lesson: ['Lesson or training', '课程培训'],
  howto: ['How-to', '操作指南'],
  incident: ['Incident report', '事故复盘'],
  onboarding: ['Onboarding', '入职'],
  defence: ['Thesis defence', '论文答辩'],
  policy: ['Policy', '制度'],
  meeting: ['Meeting', '会议'],
  company: ['Introduction of an organisation', '机构介绍'],
  speech: ['Speech for an occasion', '致辞'],
  question: ['Answer to a question', '回答一个问题'],
  subject: ['Talk about a subject', '主题介绍'],
  plain: ['Plain: message, evidence, recommendation', '通用：观点、依据、建议'],
} as const;

export type Kind = keyof typeof NAMES;
export const KINDS = Object.keys(NAMES) as [Kind, ...Kind[]];

export const kindName = (kind: Kind, language: 'en' | 'zh'): string => NAMES[kind][language === 'en' ? 0 : 1];

/** Characters of a title that are read. */
const LONGEST_READ = 200;

/** Given names, because a bare name such as "Marie Curie" has no other sign of a life. */
const GIVEN_NAMES =
  'Abraham|Ada|Albert|Alan|Alexander|Alfred|Amelia|Anders|Andrew|Angela|Anna|Anne|Antoni|Aretha|Aristotle|Arthur|Barack|Beatrix|Benjamin|Bertha|Bob|Carl|Catherine|Cesar|Charles|Charlie|Charlotte|Chinua|Christopher|Clara|Claude|Coco|Daniel|David|Diego|Dorothy|Edgar|Edith|Edvard|Edward|Eleanor|Elizabeth|Ella|Elon|Emily|Emma|Emmeline|Emmy|Enrico|Erich|Ernest|Eva|Fidel|Florence|Frank|Franz|Frederick|Frida|Fritz|Galileo|Gandhi|George|Georgia|Gertrude|Giuseppe|Grace|Gregor|Greta|Gustav|Hannah|Hans|Harriet|Hedy|Helen|Henri|Henry|Hilma|Ibn|Ida|Igor|Immanuel|Indira|Ingmar|Irène|Isaac|Isabel|Jacques|James|Jan|Jane|Jean|Jimi|Joan|Johann|Johannes|John|Jonas|Jorge|Josephine|Joseph|Jules|Julius|Karl|Katherine|Katharina|Käthe|Kurt|Leo|Leonard|Leonardo|Linus|Lise|Louis|Louise|Ludwig|Mahatma|Malala|Marco|Margaret|Maria|Marie|Mark|Martha|Martin|Mary|Max|Maya|Michael|Michelle|Mileva|Miriam|Mother|Muhammad|Napoleon|Nellie|Nelson|Nicolaus|Niels|Nikola|Oscar|Otto|Pablo|Paul|Peter|Pierre|Queen|Rachel|Ralph|Raphael|Rembrandt|Richard|Robert|Rosa|Rosalind|Rudolf|Salvador|Samuel|Sigmund|Simone|Simón|Sitting|Sophie|Srinivasa|Stephen|Steve|Susan|Sylvia|Thomas|Tim|Toni|Ursula|Vera|Vincent|Virginia|Walt|Wangari|Werner|William|Wilhelm|Winston|Wolfgang|Yuri|Zaha';

/** In order of precedence: the form that a title names decides before its subject does. */
const RULES: readonly (readonly [Kind, RegExp])[] = [
  [
    'defence',
    /\b(?:thesis|dissertation|viva|(?:doctoral|phd|bachelor'?s?|master'?s?) (?:defen[cs]e|proposal|colloquium|project))\b|答辩|毕业论文|\ba (?:\w+ )?(?:cohort|case-control|qualitative|randomi[sz]ed|longitudinal|mixed-methods|pilot|field) (?:study|trial|analysis)$|: a (?:study|survey) of\b|开题|学位论文|^基于.+(?:研究|设计|实现)$/i,
  ],
  [
    'incident',
    /\bincidents?\b(?! (?:response|management|reporting))|\b(?:outage|post-?mortem|root cause|rca|(?:data|security) breach|(?<!reporting an? )near miss|downtime|what went wrong|derailment|ransomware attack|cyber ?attack on|product recall|recall of|(?:gas|oil|water|chemical|data) (?:leak|spill)|explosion (?:at|in)|accident (?:at|in|on|of)|(?:went|was|were|goes) (?:down|offline)|power (?:cut|failure)|(?:fire|flood|collision|collapse|explosion|accident|outage) (?:of|on) \d)|事故(?!预防)|故障|宕机|停机|跳闸|误删|泄露|泄漏|停电|(?:事件|投诉|火灾|质量问题|崩溃|瘫痪|中断).{0,4}(?:复盘|报告|调查|通报|分析)/i,
  ],
  [
    'onboarding',
    /\b(?:onboarding|induction|orientation (?:for|day|week)|(?:know|do) on day one|first (?:\d+|thirty|sixty|ninety|hundred|few) (?:days|weeks|months)|your first (?:day|week|month|term)|(?:new|incoming) (?:(?:\w+ )?(?:starters|joiners|hires|trainees|nurses|employees|students|staff|members|volunteers|colleagues|teachers|apprentices|trustees|interns|tenants)))\b|^(?:new here|starting at|welcome (?:aboard|to)\b|joining (?:the|our))|入职|^新(?:人|员工|生|教师|同学|队员)|新同事|新员工|欢迎加入|迎新|入学教育|岗前/i,
  ],
  [
    'company',
    /^(?:our|introducing our|meet our) (?:company|school|clinic|practice|agency|foundation|association)\b|\b(?:about us|who we are|who are (?:the|we)|working with us|company (?:introduction|profile|overview)|meet the team|portfolio$|capabilit(?:ies of|y statement)|why (?:work|study|train|volunteer) (?:at|with|for))\b|^we (?:build|make|grow|print|repair|design|deliver|brew|train|help|connect|clean|sell|run) |^走进|我们是谁|(?:公司|学校|学院|医院|单位|团队|机构|协会|社团|工厂|基地|园区)(?:简介|介绍|概况)|企业(?:形象|文化|简介|介绍)|关于我们|招生(?:宣传|简介|宣讲)|宣讲会/i,
  ],
  ['company', /^About (?:the|our) \p{Lu}/u],
  [
    'meeting',
    /\b(?:parents['’]? ?(?:evening|night)|town ?hall|all[- ]hands|(?:team|board|staff|council|neighbou?rhood|public|citizens|committee|members|club|project|steering|residents|tenants|owners|works council)['’]? (?:meeting|assembly)|steering (?:committee|group)|kick-?off|stand-?up meeting|annual general meeting|agm|assembly|agenda|offsite|away ?day|(?:strategy|team) day|(?:information|open) (?:evening|day|session)|weekly (?:sync|meeting|team)|(?:team|monthly|project) sync|one-on-one|minutes of)\b|座谈会|主题党日|家长会|例会|启动会|全员大会|动员会|股东大会|班会|早会|晨会|周会|月会|说明会|见面会|交流会|研讨会|(?:业主|会员|职工|代表|员工|党员)大会|议程/i,
  ],
  [
    'speech',
    /\b(?:wedding(?! (?:weekend|plan|planning|budget|venue|industry|photograph))|toast|eulogy|farewell|best man|birthday|retirement (?:speech|party)|on (?:his|her|their) retirement|(?:award|graduation|commencement|thank-you|opening|welcome) (?:speech|ceremony|address)|happy (?:retirement|birthday|anniversary|\d+(?:st|nd|rd|th))|congratulations|in (?:memory|honou?r) of|class of \d{4}|\d+(?:th|st|nd|rd)? anniversary|jubilee|class reunion)\b|^(?:thank you|goodbye),|^opening of the|婚礼|致辞|祝酒|发言$|感言|主持稿|荣休|欢送|生日|颁奖|毕业典礼|大寿|寿宴|周年(?:庆|聚会)|追思|悼念|年会|欢迎词|贺词|开场白/i,
  ],
  [
    'budget',
    /\bbudgets?\b(?! (?:hotel|airline|travel|phone))|\b(?:cost (?:estimates?|breakdown|plan|of (?:the|our))|where (?:the|our|your) (?:money|donations|fees|taxes) goe?s?|finances|financing|financial (?:plan|statements?|forecast)|annual accounts|cash ?flow|income and expen\w+|treasurer['’]?s report|spending (?:in )?20\d\d|costs? us)\b|^what we (?:spend|pay)\b|预算|经费|概算|决算|费用|收支|资金(?:安排|使用)|多少钱|成本(?:测算|分析|构成)/i,
  ],
  [
    'decision',
    /^(?:keep|stay|renew|repair|replace|build|buy|make|rent|lease|close|sell|hire|expand|move|merge|stop|wait|in-house|insource) or /i,
  ],
  [
    'comparison',
    /\b(?:vs\.?|versus)(?=\s)|\bcompar(?:ison|ing|ed)\b|\b(?:choosing|selecting) (?:an?|the|between|our)\b|\b[a-z]{3,}ing or [a-z]{3,}ing\b|\bwhich .+ (?:should|to (?:buy|choose|use|take))\b|\bwhich \w+ (?:when|is (?:best|right)|for|suits)\b|\balternatives to\b|\bcompetitors?\b|\b(?:\w+ and \w+|side) (?:by side)\b|\bpros and cons\b|\bshort-?list\b|\bhead[- ]to[- ]head\b|^what (?:two|three|four|five|six|seven|ten) .+ (?:pay|do|charge|offer|spend)\b|\bdiffer(?:ences? between|\?|$)|\bnext to (?:the market|those|others)|\bbenchmark(?:ing)?\b|\b(?:two|three|four|five|six) (?:quotes|offers|bids|options|vendors|suppliers|designs|candidates|sites|venues|caterers|models|tools|providers|platforms|variants)\b|对比|比较|选型|[两二三四五六]个(?:方案|选项|报价|选择)|竞品|还是|怎么选|选哪|哪个好|哪家|区别|异同|横评|评测|测评|比选|优劣|报价|谁更/i,
  ],
  [
    'comparison',
    /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve) (?!tips|ways|steps|reasons|rules|things|lessons|questions|ideas|years|months|weeks|days)\p{L}+s for\b/iu,
  ],
  [
    'comparison',
    /^\p{Lu}\S*(?: \S+)? or (?:\p{Lu}\S*(?: for | in |\?|$)|\p{Ll}+:)|^\p{L}+, \p{L}+ or \p{L}+|^\p{Lu}\S+ and \p{Lu}\S+ for\b|^\p{Lu}[\p{L} ]+ against \p{Ll}/u,
  ],
  [
    'decision',
    /^(?:should|shall|must|is it time|(?:do|can|could|will|are) we)\b|\bwhether to\b|^is (?:it|an?|the|our|this) .+ (?:worth|justified|needed|necessary|enough|feasible|viable|affordable)\b|^is it worth\b|^(?:time|ready) to .+\?|\b(?:go(?:\/| or )no-?go|make or buy|build or buy|buy or (?:lease|build)|in-house or \w+|decision (?:on|about|for|paper)|options? (?:paper|appraisal)|yes or no|feasibility)\b|\bor\b.+\?$|是否|该不该|要不要|应不应该|能不能|值不值得|决策|可行性|论证$|选址|去留/i,
  ],
  ['plan', /\bbusiness plan\b|商业计划/i],
  [
    'proposal',
    /^(?:bring|give|protect|ban|abolish|free|end|rethink|reopen|restore|plant|turn|put|cut|raise|lower|unite|invest|adopt|open) (?!up\b)\S+ \S|^why .*\b(?:should|needs? (?:to|an?|more|our)|must|deserves?)\b|^(?:fund|support|sponsor|save|join|partner with|invest in) |\bthe case (?:for|against)\b|^(?:stop|let['’]?s|let us|we (?:need|should|must|want)|it['’]s time|time to|no more|our idea)\b|^making .+(?:free|safer|safe|better|easier|accessible|affordable|fairer|cheaper|greener)$|\b(?:proposal|pitch|tender|bid for|business case|series [a-e]|seed round|fundrais\w+|funding (?:request|application)|(?:grant|planning) application|request for|sponsorship|petition|offer to|seed deck|investor deck)\b|提案|建议|投标|融资|路演|合作方案|倡议|(?:请示|申请)$|^申请|申报(?:书|材料)|^让.+起来|^给.+(?:建|办|修|配|装|添)|招商|为什么(?:我们)?(?:应该|需要|要|必须)/i,
  ],
  [
    'proposal',
    /^An? (?!guide|short|brief|quick|history|look|plan|review|lesson|course|case|day|year|night in|life|tale|story|model|framework|method|theory|primer)[\p{Ll}\- ]+ (?:for (?:the|our|every|all|each|\p{Lu})|(?:programme|program|scheme|fund|centre|center|network) for )/u,
  ],
  [
    'launch',
    /\b(?:product launch|launching|launch (?:of|event)|unveiling|announcing|introducing (?:the|our|\w+ \d)|new product|release (?:of|\d)|now in beta|now available|what['’]s new|coming (?:soon|this (?:spring|summer|autumn|fall|winter|year|month))|(?:is|are) here$|grand opening)\b|^our new (?!approach|strategy|plan|policy|rules|budget|boss|year)|: (?:\w+er), |发布会|新品|上市|全新一代|更新说明|新功能|来了$|正式(?:上线|推出)|首发|新版/i,
  ],
  ['launch', /^(?:Meet|Introducing|Say hello to) \p{Lu}\w+/u],
  [
    'policy',
    /(?<!foreign |monetary |fiscal |economic )\bpolic(?:y|ies)\b|\b(?:code of (?:conduct|ethics)|compliance|whistleblow\w+|\w+ rules$|gdpr|data protection|ai act|rules (?:for|of|from|on|at)|dress code|what is allowed|acceptable use|regulations|(?:conduct|safety|safeguarding|ethics|quality|hygiene|reporting) (?:standards|guidelines|rules))\b|制度|管理规定|合规|管理办法|守则|规范$|行为规范|行为准则|条例|考勤|(?:保护|安全|保密|着装|卫生|纪律)(?:要求|规定|标准)|(?<!逃生|急救|自救|避险)须知|^who may\b|^\w+ phones? (?:in|at)\b|红线/i,
  ],
  [
    'plan',
    /^how (?:we|i) (?:will|can|want|plan)\b|^(?:our approach to|preparing for) |\bmy first (?:steps|month)|\b(?:okrs?|objectives|goals|targets|calendar(?! week)|roadmap|priorities|vision|plans?)\b.*\b(?:[qh][1-4]|20\d\d)\b|\b(?:next steps (?:for|in|on)|the next (?:\w+ )?(?:months|years|weeks)|what (?:we|i) (?:will|want to|are going to) do)\b/i,
  ],
  ['speech', /^\S+['’]s \d{1,3}(?:st|nd|rd|th)$/i],
  ['lesson', /\b(?:Y|Yr|KS) ?\d{1,2}\b|\b(?:[Ss]et|[Ff]orm) \d{1,2}[A-Z]?\b|\b[Qq]uiz\b/],
  ['review', /^lessons (?:learn\w+ )?from (?:the|our|an?)\b/i],
  [
    'review',
    /^how (?:we|our)\b|^where .+ stands?$|^did .+\?$|(?<!book |film |code |literature |peer |design )\breview\b|\b(?:recap|retrospective|lessons learn(?:ed|t)|annual report|quarterly|results|year in|status|progress|update(?! for)|(?:monthly|weekly|season|interim|final|closing|field|audit|activity) report|survey|findings|case study|retro|what worked|in numbers|sprint \d+|state of (?:the|our)|dashboard|kpis?|scorecard|evaluation of|project clos(?:ure|e-?out|ing)|go-live|feedback (?:from|on)|week \d+$|end-of-(?:season|year|term)|(?:first|second|third|fourth|last) quarter|(?:visitor|sales|member\w*|user|patient) numbers)\b|\bwhat .{3,60} (?:taught|told|showed|think of|thought of)\b|\bwhat (?:we|i) (?:learned|learnt|achieved|found|heard|saw)\b|\b(?:performance|figures|attendance|sales|complaints|turnover) (?:in )?20\d\d\b|\bour (?:first|last|second) (?:year|season|months?|term)\b|\b(?:months|years|weeks) (?:after|later|on)\b|\b20\d\d(?: to |[-–])20\d\d\b|\b[qh][1-4]\b|总结|汇报|述职|回顾|复盘|季报|年报|月报|周报|进展|调研|案例|年度报告|工作报告|第.季度|经营分析|结项|满意度|看到了什么|成果(?:展示|报告)|数据分析|半年(?:：|$)|业绩|盘点/i,
  ],
  [
    'review',
    /\b(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:numbers|figures)\b|^how did (?:we|our)\b/i,
  ],
  [
    'lesson',
    /\b(?:(?:lesson|lecture|unit|module|chapter|session|class|seminar|maths?|biology|chemistry|physics|history|geography|english) \d+[a-z]?\b|lesson|grade \d+|year \d{1,2}$|day \d+$|training|workshop|course|tutorial|curriculum|teaching|refresher|master-?class|boot ?camp|revision|exam prep\w*|for (?:kids|children|pupils|beginners|apprentices|trainees|learners|\d+-year-olds)|[ABC][12]:)|课程|教案|课件|培训|教学|课堂|课时|年级|小学|初中|高中|讲座|第.{1,2}(?:课|单元)|语法|(?:复习|公开|练习|习题|示范|党)课/i,
  ],
  [
    'life',
    new RegExp(
      `\\b(?:the life of|life and work of|biography|who (?:was|is)|portrait of)\\b|生平|传记|的一生|是谁|^(?:${GIVEN_NAMES})(?: (?:\\p{Lu}\\p{L}*\\.?|van|von|da|de|of|al-\\p{Lu}\\p{L}*)){1,3}(?=$|[:,]| [-–—]| and (?:the|her|his)\\b)`,
      'u',
    ),
  ],
  [
    'life',
    /^(?:the life of|biography|who (?:was|is) (?!responsible|in charge|who))|^my (?:grand(?:mother|father)|hero|great-\w+)\b|^(?:我的|我)(?:外公|外婆|爷爷|奶奶|祖父|祖母|父亲|母亲|爸爸|妈妈|老师|偶像)$|^我眼中的/i,
  ],
  [
    'life',
    /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){1,2}(?:: from \p{Ll}+ to \p{Ll}+$|, (?:\p{Ll}+ )?(?:inventor|poet|painter|composer|writer|author|physicist|chemist|mathematician|scientist|engineer|architect|explorer|astronomer|activist|philosopher|pioneer|nurse|doctor|(?:the )?(?:wo)?man who)\b)/u,
  ],
  [
    'life',
    /^(?:孔子|孟子|老子|庄子|屈原|秦始皇|司马迁|曹操|诸葛亮|陶渊明|武则天|玄奘|李白|杜甫|白居易|王安石|苏轼|苏东坡|李清照|辛弃疾|岳飞|文天祥|郑和|王阳明|康熙|曾国藩|林则徐|孙中山|鲁迅|梁启超|蔡元培|胡适|老舍|巴金|林徽因|梁思成|齐白石|徐悲鸿|詹天佑|钱学森|邓稼先|华罗庚|袁隆平|屠呦呦|焦裕禄|雷锋|张桂梅|牛顿|伽利略|达·?芬奇|达尔文|爱因斯坦|居里夫人|图灵|特斯拉|爱迪生|贝多芬|莫扎特|梵高|莎士比亚|拿破仑|曼德拉|甘地|南丁格尔|霍金|乔布斯)(?=$|[：:—的与和])/,
  ],
  [
    'event',
    /\b(?:history of|causes of|origins of|(?:rise|fall|collapse|partition|sinking|discovery|assassination|siege|eruption|unification|conquest) of|rise and fall|battle of|road to (?:war|the (?:first|second|civil|great))|(?:french|russian|american|industrial|cuban|haitian|glorious) revolution|world war|civil war|cold war|war of|treaty of|great (?:depression|fire|plague)|crash of|crisis of|gold rush|and its aftermath)\b|^why did .+ (?:collapse|fall|fail|lose|win|begin|end|start|die|break)\b|^how .+ (?:conquered|changed the)\b|^how the .+ (?:died|fell|began|ended|collapsed|came down|broke out|was (?:won|lost))\b|^(?:chernobyl|hiroshima|brexit|watergate|the titanic|pearl harbor|the holocaust|apollo 11|tulip mania|the reformation|the crusades|the renaissance)\b|\b(?:famine|massacre|uprising|mutiny)$|^the (?:night|day|summer|winter) (?:the|that|of the) |^\w+(?: \w+)? 1\d{3}$|历史|起因|战争|革命|起义|事变|变法|始末|金融危机|丝绸之路|沉没|灭亡|兴衰|条约|维新|长征$|之(?:乱|变|战|役)(?:$|[：:])/i,
  ],
  [
    'event',
    /^The (?:[\p{Lu}\d]\S* ){1,3}(?:[Cc]risis|[Ww]ars?|[Rr]evolution|[Uu]prising|[Rr]ebellion|[Mm]assacre|[Aa]ffair|[Ff]amine|[Dd]isaster|[Ss]candal|[Mm]utiny|[Pp]andemic|[Bb]ubble|[Mm]arch|[Tt]rials?|[Ee]xpedition|[Ff]lood|[Ee]arthquake|[Cc]rash|[Ff]ire)\b/u,
  ],
  [
    'plan',
    /\b(?:plan|plans|(?<!not a )strategy|calendar(?! week)|rolling out|road to|roadmap|okrs?|campaign|migrat(?:ing|ion)|roll-?out|transition|relocat\w+|moving (?:to|from|into)|go-to-market|market entry|merger|renovation|implementation|project (?:charter|brief|plan|setup)|(?:\w+|\d+)-year vision|vision for|exit from|phasing out|from paper to digital|master ?plan|timetable for)\b|计划|规划|战略|策略|方案|路线图|迁移|上云|转型|筹备|工作安排|重点工作|行动$|安排$|怎么(?:做|建|办|推进|落实)$|下一步|部署$|目标|蓝图|工作思路/i,
  ],
  [
    'plan',
    /^(?:getting|bringing|opening|building|reaching|cutting|halving|doubling) .+ by (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|20\d\d)\b/i,
  ],
  ['plan', /^(?!understanding|meeting)\p{L}{3,}ing (?:(?:up|out|down) )?(?:the|our|\d+) (?!art|past|end)/iu],
  [
    'howto',
    /^how (?:to|do (?:i|you|we))\b|^(?:setting up|changing|getting started|installing|giving|writing|preparing|building|making|using|growing|cooking|repairing|filing|booking|applying|cleaning|planning|baking|brewing|filling in|submitting|reporting|sewing|knitting|pruning|training)\b(?! (?:the|our) )|\b(?:that works|made easy)$|\b(?:recipe|step[- ]by[- ]step|checklist|instructions|tips|do['’]?s and don['’]?ts|best practices?|guide to (?:\w+ ){0,2}\w+ing\b|quick ?start|walk-?through|procedure)\b|^(?:如何|怎样|怎么)|教程|操作手册|操作指南|使用(?:说明|指南)|步骤|的做法|手把手|教你|流程|技巧|攻略|须知|注意事项/i,
  ],
  ['plain', /^why (?:we|i) /i],
  [
    'explanation',
    /\b(?:introduction to|intro to|basics|fundamentals|what (?:is|are|does|happens)|explained|101|understanding|science of|overview of|deep dive|primer|internals|anatomy of|guide to|in a nutshell|in plain (?:words|english|language)|made simple|what you (?:need|should) (?:to )?know|for (?:managers|executives|dummies|lay\w+|non-\w+)|in (?:\w+ minutes|(?:two|three|five|ten) (?:steps|charts|pictures)))\b|看懂|读懂|图解|^(?:how|why) .+|入门|概论|科普|什么是|原理|解析|解读|浅谈|简介|基础|揭秘|为什么|怎样形成|如何形成|知多少|^(?:带你|认识|了解|走近)|的(?:奥秘|秘密)|小知识|《[^》]+》|赏析/i,
  ],
  [
    'review',
    /\bsince we\b|\bso far$|\bwhere we (?:are|stand)$|\bfeedback$|\bwhat (?:they|it|this|these|those) (?:tells?|taught|shows?) us\b/i,
  ],
  [
    'policy',
    /\bwhat changes\b|\bfrom (?:\d{1,2} )?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2})?$/i,
  ],
  ['comparison', /^\S*\p{Lu}\S* or \S*\p{Lu}\S*(?= (?:for|in|on)\b)/u],
  ['proposal', /\binstead of (?:the|an?)\b|\b(?:wanted|needed)$|\band what to do\b|^(?:\w+ ){1,2}appeal(?: 20\d\d)?$/i],
  ['meeting', /\binfo(?:rmation)? for (?:parents|families|residents|members|neighbou?rs)\b/i],
  ['plan', /: who (?:\p{L}+s|is)\b|\brotas?\b|\bthe (?:year|season|term|months) ahead$|\bupgrade$/iu],
  ['howto', /\b(?:by hand|done right|the right way)$/i],
  ['explanation', /^from \p{L}+ to \p{L}+$|\bfor (?:people|anyone|everyone|those) who\b/iu],
  [
    'question',
    /[?？]$|^(?:what|where|who|when|which|did|does|how (?:much|many|far|long))\b|有多|多少|什么|吗$|的原因$/i,
  ],
];

/** Words of work, of a plan or of a sentence: a title with one of them is not the mere name of a subject. */
const NO_SUBJECT =
  /\b\d+\b|[?!？！]|\b(?:we|our|us|my|me|your|you|i|it|its|is|are|was|were|will|can|do|does|let|not|what|how|why|who|when|where|that|new|next|today|now|team|department|project|projects|report|vendors?|clients?|quarter|items?|notes|draft|slides|deck|presentation|untitled|test)\b|我|你|们|吗|呢|了|怎|关于|项目|部门|报告|测试|方面/i;
const WORDS_OF_SUBJECT = 6;
const HAN_OF_SUBJECT = 9;

/** Whether a title only names what the talk is about: "Wolves in Lower Saxony", "乡村振兴". */
function namesSubject(title: string): boolean {
  if (NO_SUBJECT.test(title) || !/^[\p{L}\p{M}\p{N}'’\- ,&:：·、]+$/u.test(title)) return false;
  const han = title.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 ? han <= HAN_OF_SUBJECT : title.split(/\s+/).length <= WORDS_OF_SUBJECT;
}

/** The kind that a title names; `plain` if it names none. */
export function recogniseKind(title: string): Kind {
  return matches(title)[0] ?? 'plain';
}

/** Whether a kind follows from a form that the title names, and not from its subject alone. */
export const namesForm = (kind: Kind): boolean => kind !== 'plain' && kind !== 'subject';

/** What people most often make of a title that names no kind. */
const USUAL: readonly Kind[] = ['plain', 'subject', 'proposal', 'plan', 'review', 'decision'];
const OFFERED = 6;

/** The recognised kind and the nearest five. */
export function nearestKinds(title: string): Kind[] {
  return [...new Set([recogniseKind(title), ...matches(title), ...USUAL, ...KINDS])].slice(0, OFFERED);
}

function matches(title: string): Kind[] {
  const read = title.slice(0, LONGEST_READ).trim();
  const named = [...OTHER_LANGUAGES, ...RULES].filter(([, words]) => words.test(read)).map(([kind]) => kind);
  return named.length === 0 && namesSubject(read) ? ['subject'] : named;
}

/** The two things that a title compares: "Oracle vs PostgreSQL", "自建还是外包". */
export function comparedIn(title: string): [string, string] | undefined {
  const part = title
    .slice(0, LONGEST_READ)
    .split(/[:：¿?？]|\s[-–—]\s/)
    .find((each) => VERSUS.test(each));
  const [first = '', rest = '', ...more] = part?.split(VERSUS).map((each) => each.trim()) ?? [];
  const second = rest.split(/ (?:for|in|as|on|at|when) /)[0]!;
  const isName = (name: string) =>
    name !== '' && name.length <= 40 && name.split(' ').length <= MOST_WORDS && !NO_NAME.test(name);
  return more.length === 0 && isName(first) && isName(second) ? [first, second] : undefined;
}

/** A longer phrase is part of a sentence and not a name. */
const MOST_WORDS = 4;
/** Begins a question or a number: “Should we rent or buy?”, “two or three”. */
const NO_NAME =
  /^(?:should|shall|do|does|did|can|could|will|are|is|must|what|which|where|when|who|how|why|yes|no|more|sooner|now|one|two|three|ten|soll|sollen|müssen|können|ja|nein|debemos|deberíamos|devons-nous|faut-il|sí|oui|non)(?!\p{L})/iu;
const VERSUS = /\s+(?:vs\.?|versus|or|oder|ou)\s+|(?<=^\p{L}+ar)\s+o\s+|(?<=\p{Script=Han})还是(?=\p{Script=Han})/iu;
