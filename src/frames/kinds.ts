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
  plain: ['Plain: message, evidence, recommendation', '通用：观点、依据、建议'],
} as const;

export type Kind = keyof typeof NAMES;
export const KINDS = Object.keys(NAMES) as [Kind, ...Kind[]];

export const kindName = (kind: Kind, language: 'en' | 'zh'): string => NAMES[kind][language === 'en' ? 0 : 1];

/** Characters of a title that are read. */
const LONGEST_READ = 200;

/** Given names, because a bare name such as "Marie Curie" has no other sign of a life. */
const GIVEN_NAMES =
  'Ada|Albert|Alan|Alexander|Amelia|Anna|Anne|Barack|Benjamin|Catherine|Charles|Charlotte|Clara|David|Edith|Eleanor|Elizabeth|Emily|Emmy|Ernest|Franz|Frida|Galileo|George|Georgia|Grace|Harriet|Henri|Henry|Hannah|Isaac|Jane|James|Jean|Johann|John|Joseph|Julius|Karl|Katherine|Leonardo|Lise|Ludwig|Malala|Marco|Maria|Marie|Martin|Mary|Max|Michael|Michelle|Nelson|Nikola|Oscar|Pablo|Peter|Rachel|Richard|Robert|Rosa|Rosalind|Simone|Sophie|Stephen|Steve|Thomas|Vincent|Virginia|William|Winston|Wolfgang';

/** In order of precedence: the form that a title names decides before its subject does. */
const RULES: readonly (readonly [Kind, RegExp])[] = [
  ['defence', /\b(?:thesis|dissertation|viva|(?:doctoral|phd|master'?s?) defen[cs]e)\b|答辩|毕业论文/i],
  [
    'incident',
    /\bincidents?\b(?! (?:response|management|reporting))|\b(?:outage|post-?mortem|root cause|(?:data|security) breach|near miss|downtime|what went wrong)\b|事故|故障|宕机|停机|泄露|事件复盘/i,
  ],
  [
    'onboarding',
    /\b(?:onboarding|induction|first (?:\d+|thirty|sixty|ninety|hundred|few) (?:days|weeks|months)|your first (?:day|week|month)|new (?:starters|joiners|hires))\b|^(?:new here|welcome to (?:the|our) (?:\S+ ){0,3}(?:team|department|crew|company|office|ward|station)\b)|入职|^新人|新同事/i,
  ],
  [
    'company',
    /^(?:our|introducing our|meet our) company\b|\b(?:about us|who we are|working with us|company (?:introduction|profile)|meet the team)\b|^走进|公司介绍|企业(?:形象|文化|简介|介绍)|关于我们|学校介绍/i,
  ],
  ['company', /^About (?:the|our) \p{Lu}/u],
  [
    'meeting',
    /\b(?:parents['’]? ?(?:evening|night)|town ?hall|all[- ]hands|team meeting|board meeting|kick-?off|stand-?up meeting|annual general meeting|owners['’]? (?:assembly|meeting)|agenda|offsite)\b|座谈会|主题党日|家长会|例会|启动会|全员大会|动员会|股东大会|班会/i,
  ],
  [
    'budget',
    /\bbudgets?\b(?! (?:hotel|airline|travel|phone))|\b(?:cost (?:estimates?|breakdown|plan)|where the money goes|finances|financial plan)\b|预算|经费|概算/i,
  ],
  [
    'comparison',
    /\b(?:vs\.?|versus)(?=\s)|\bcompar(?:ison|ing|ed)\b|\b(?:choosing|selecting) (?:an?|the|between|our)\b|\b[a-z]{3,}ing or [a-z]{3,}ing\b|\bwhich .+ (?:should|to (?:buy|choose|use))\b|\balternatives to\b|\bcompetitors?\b|\b(?:two|three|four|five) (?:quotes|offers|bids|options|vendors|designs|candidates)\b|对比|比较|选型|竞品|还是|怎么选|选哪|有何区别/i,
  ],
  ['comparison', /^\p{Lu}\S*(?: \S+)? or (?:\p{Lu}\S*(?: for | in |\?|$)|\p{Ll}+:)/u],
  [
    'decision',
    /^(?:should|shall|must|is it time|(?:do|can|could) we)\b|\bwhether to\b|^is it worth\b|\b(?:go(?:\/| or )no-?go|make or buy|build or buy|buy or (?:lease|build)|decision (?:on|about|for|paper))\b|是否|该不该|要不要|应不应该|决策/i,
  ],
  ['plan', /\bbusiness plan\b|商业计划/i],
  [
    'proposal',
    /^why .*\b(?:should|needs? (?:to|an?|more|our)|must|deserves?)\b|^(?:fund|support|sponsor|save|join) (?:our|the|us)\b|\bthe case (?:for|against)\b|^(?:stop|let['’]s|we (?:need|should|must)|it['’]s time|time to|no more)\b|\b(?:proposal|pitch|tender|business case|series [a-e]|seed round|fundrais\w+|funding (?:request|application)|grant application|sponsorship)\b|提案|建议书|投标|融资|路演|合作方案|倡议|建议$|的(?:请示|申请)$|为什么(?:我们)?(?:应该|需要|要|必须)/i,
  ],
  [
    'launch',
    /\b(?:product launch|launching|launch (?:of|event)|unveiling|introducing (?:the|our|\w+ \d)|new product|release of)\b|发布会|新品|上市/i,
  ],
  ['launch', /^(?:Meet|Introducing|Say hello to) \p{Lu}\w+/u],
  [
    'policy',
    /(?<!foreign |monetary |fiscal |economic )\bpolic(?:y|ies)\b|\b(?:code of conduct|compliance|whistleblow\w+|\w+ rules$|gdpr|data protection|ai act|rules (?:for|of))\b|制度|管理规定|合规|管理办法|守则|规范$|行为规范|行为准则|条例/i,
  ],
  ['plan', /\b(?:okrs?|objectives|goals|targets|calendar|roadmap|plans?)\b.*\b(?:[qh][1-4]|20\d\d)\b/i],
  [
    'review',
    /^how (?:we|our)\b|(?<!book |film |code |literature |peer )\breview\b|\b(?:recap|retrospective|lessons learned|annual report|quarterly|results|year in|status|progress|update|monthly report|survey|findings|case study|retro|what worked|in numbers|sprint \d+|state of (?:the|our))\b|\bwhat .{3,60} (?:taught|told|showed) us\b|\bwhat we (?:learned|achieved)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:numbers|figures)\b|\b[qh][1-4]\b|总结|汇报|述职|回顾|复盘|季报|年报|进展|调研|案例|年度报告|第.季度|经营分析/i,
  ],
  [
    'lesson',
    /\b(?:lesson|grade \d+|year \d{1,2}$|day \d+$|training|workshop|course|tutorial|curriculum|teaching|for (?:kids|children|pupils|beginners|\d+-year-olds))\b|课程|教案|课件|培训|教学|课堂|年级|小学|讲座|(?:复习|公开|练习|习题|示范)课/i,
  ],
  [
    'life',
    new RegExp(
      `\\b(?:the life of|life and work of|biography|who (?:was|is)|portrait of)\\b|生平|传记|的一生|是谁|^(?:${GIVEN_NAMES})(?: (?:\\p{Lu}\\p{L}*\\.?|van|von|da|de|of)){1,3}(?=$|:| [-–—]| and (?:the|her|his)\\b)`,
      'u',
    ),
  ],
  ['life', /^(?:the life of|biography|who (?:was|is)|portrait of)\b/i],
  [
    'life',
    /^(?:孔子|孟子|老子|庄子|屈原|秦始皇|司马迁|曹操|诸葛亮|陶渊明|武则天|李白|杜甫|苏轼|苏东坡|李清照|王阳明|康熙|林则徐|孙中山|鲁迅|钱学森|袁隆平|屠呦呦|牛顿|达·?芬奇|爱因斯坦|居里夫人)(?=$|[：:—的与和])/,
  ],
  [
    'plan',
    /\b(?:plan|plans|(?<!not a )strategy|calendar|rolling out|road to|roadmap|okrs?|campaign|migrat(?:ing|ion)|roll-?out|transition|relocat\w+|moving (?:to|from|into)|go-to-market|market entry|merger|renovation|implementation)\b|计划|规划|战略|策略|方案|路线图|迁移|上云|转型|筹备|工作安排/i,
  ],
  [
    'event',
    /\b(?:history of|causes of|origins of|(?:rise|fall) of|rise and fall|battle of|(?:french|russian|american|industrial|cuban|haitian|glorious) revolution|world war|civil war|cold war|war of|treaty of|great (?:depression|fire|plague)|crash of|crisis of|gold rush)\b|^how the .+ (?:died|fell|began|ended|collapsed|was (?:won|lost))\b|^(?:chernobyl|hiroshima|brexit|watergate|the titanic|pearl harbor|the holocaust|apollo 11)\b|历史|起因|战争|革命|起义|事变|变法|始末|金融危机|丝绸之路|之(?:乱|变|战|役)(?:$|[：:])/i,
  ],
  [
    'speech',
    /\b(?:wedding (?:speech|toast)|toast|eulogy|farewell|best man|birthday|retirement (?:speech|party)|(?:award|graduation|commencement|thank-you|opening) (?:speech|ceremony|address)|happy (?:retirement|birthday|anniversary|\d+(?:st|nd|rd|th)))\b|^(?:thank you|goodbye),|婚礼|致辞|祝酒|发言$|感言|主持稿|荣休|欢送|生日|颁奖|毕业典礼/i,
  ],
  [
    'howto',
    /^how (?:to|do (?:i|you|we))\b|^(?:setting up|changing|getting started|installing|giving|writing|preparing|building|making|using|growing|cooking|repairing)\b|\b(?:recipe|step[- ]by[- ]step|checklist|instructions)\b|^(?:如何|怎样|怎么)|教程|操作手册|操作指南|步骤|的做法/i,
  ],
  [
    'explanation',
    /\b(?:introduction to|intro to|basics|fundamentals|what (?:is|are|does)|explained|101|understanding|science of|overview of|deep dive|primer|internals|in a nutshell|in (?:\w+ minutes|(?:two|three|five|ten) (?:steps|charts|pictures)))\b|看懂|读懂|图解|^(?:how|why) .+|入门|概论|科普|什么是|原理|解析|解读|浅谈|简介|基础|揭秘|为什么|《[^》]+》|赏析/i,
  ],
];

/** The kind that a title names; `plain` if it names none. */
export function recogniseKind(title: string): Kind {
  return matches(title)[0] ?? 'plain';
}

/** What people most often make of a title that names no kind. */
const USUAL: readonly Kind[] = ['plain', 'proposal', 'plan', 'explanation', 'review', 'decision'];
const OFFERED = 6;

/** The recognised kind and the nearest five. */
export function nearestKinds(title: string): Kind[] {
  return [...new Set([recogniseKind(title), ...matches(title), ...USUAL, ...KINDS])].slice(0, OFFERED);
}

function matches(title: string): Kind[] {
  const read = title.slice(0, LONGEST_READ).trim();
  return RULES.filter(([, words]) => words.test(read)).map(([kind]) => kind);
}

/** The two things that a title compares: "Oracle vs PostgreSQL", "自建还是外包". */
export function comparedIn(title: string): [string, string] | undefined {
  const part = title
    .slice(0, LONGEST_READ)
    .split(/[:：?？]|\s[-–—]\s/)
    .find((each) => VERSUS.test(each));
  const [first = '', rest = '', ...more] = part?.split(VERSUS).map((each) => each.trim()) ?? [];
  const second = rest.split(/ (?:for|in|as|on|at|when) /)[0]!;
  const isName = (name: string) => name !== '' && name.length <= 40 && name.split(' ').length <= MOST_WORDS;
  return more.length === 0 && isName(first) && isName(second) ? [first, second] : undefined;
}

/** A longer phrase is part of a sentence and not a name. */
const MOST_WORDS = 3;
const VERSUS = /\s+(?:vs\.?|versus)\s+|(?<=\p{Script=Han})还是(?=\p{Script=Han})/iu;
