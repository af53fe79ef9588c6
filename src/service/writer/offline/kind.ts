import type { Kind } from './frames';

/** Phrases that decide alone, whatever else the title says: "Introduction to project management" explains. */
const DECISIVE: readonly (readonly [Kind, RegExp])[] = [
  ['training', /\b(onboarding|training|course|workshop|bootcamp)\b|培训|入职|课程/i],
  ['retrospective', /\b(case stud(y|ies)|post-?mortem|retrospective|lessons learned)\b|复盘|案例/i],
  ['academic', /\b(thesis|dissertation|research paper)\b|论文|答辩|课题/i],
  ['technical', /\b(deep dive|internals|architecture of)\b|源码|架构/i],
  ['history', /\bhistory of\b|历史/i],
  [
    'explainer',
    /\b(introduction to|intro to|basics of|fundamentals of|what (is|are)|explained|101)\b|^how (does|do) |入门|概论|科普|什么是/i,
  ],
  ['howto', /^how to (?!present\b)|\brecipe\b|^(?:如何|怎样|怎么)(?:做|制作|折|种|修|煮|泡|冲)/i],
];

/** The purpose of a deck takes precedence over its topic: a "Climate strategy" is a plan. */
const BY_WORDS: readonly (readonly [Kind, RegExp])[] = [
  ['migration', /\b(migrat\w*|re-?platform\w*)\b|迁移|上云/i],
  ['update', /\b(update|status|progress|board meeting)\b|进展|近况|董事会|例会/i],
  ['budget', /\b(budgets?|financing)\b|预算|经费/i],
  [
    'company',
    /\b(our company|about us|working with us|company (introduction|profile))\b|公司介绍|企业(形象|文化|简介|介绍)/i,
  ],
  ['plan', /\bbusiness plan\b|商业计划/i],
  ['review', /\b(review|report|results|recap|performance|quarterly)\b|总结|汇报|述职|回顾|报告|季报|年报/i],
  ['launch', /\b(launch(ing)?|unveil|introducing|new product|release of)\b|发布|上市|新品/i],
  ['training', /\b(tutorial|handbook|lesson|class)\b|教程|手册|操作指南|新员工/i],
  ['proposal', /\b(proposal|pitch|bid|offer|tender|business case)\b|提案|建议书|投标|融资|合作方案|推介/i],
  ['project', /\b(kick-?off|project|milestones?|sprint|rollout)\b|启动会|项目|立项/i],
  [
    'figures',
    /\b(revenue|figures|statistics|market share|population)\b|(?:19|20)\d\d\s?[-–]\s?(?:19|20)\d\d|数据对比|统计|市场份额/i,
  ],
  ['plan', /\b(plan|plans|planning|strategy|roadmap|okrs?|campaign|goals)\b|计划|规划|战略|策略|方案/i],
  [
    'event',
    /\b(festival|party|wedding|gala|ceremony|anniversary|trade fair|team day)\b|晚会|庆典|活动|年会|运动会|婚礼|音乐节/i,
  ],
  [
    'sustainability',
    /\b(sustainab\w*|climate|carbon|environment\w*|recycling|renewables?|solar|biodiversity|net zero|esg|green)\b|可持续|气候|碳|环保|绿色|垃圾分类|生态|新能源|节能/i,
  ],
  [
    'health',
    /\b(health\w*|wellbeing|wellness|nutrition|sleep|stress|fitness|diet|disease|diabetes|vaccin\w*|burnout)\b|健康|养生|睡眠|心理|营养|饮食|疾病|糖尿病|减压|急救/i,
  ],
  ['travel', /\b(travel\w*|trip|tourism|city guide|itinerary)\b|旅游|旅行|之旅|攻略/i],
  [
    'history',
    /\b(histor\w*|cultur\w*|art|arts|music|museum|tradition\w*|cuisine|heritage|ancient|literature)\b|文化|艺术|音乐|博物馆|节日|传统|美食|古代|文学|故宫|民俗|茶|春节/i,
  ],
  [
    'technical',
    /\b(typescript|javascript|python|java|rust|sql|kubernetes|docker|api|apis|compilers?|algorithms?|databases?|programming|generics|event sourcing|devops)\b|编程|数据库|算法|接口设计|微服务|云计算/i,
  ],
  [
    'education',
    /\b(education\w*|teaching|schools?|classroom|curriculum|students?|pupils?|homework|pedagog\w*|reading skills|\d+-year-olds)\b|教育|教学|课堂|学校|学生|教师|课改|学习|阅读/i,
  ],
  [
    'explainer',
    /\b(introduction|basics|overview|understanding|science|scientific|technology|technologies|research|machine learning|deep learning|ai|artificial intelligence|blockchain|quantum|physics|chemistry|biology|software|computing|data|robot\w*|internet|black holes?|how .+ works?)\b|介绍|基础|技术|科学|研究|人工智能|机器学习|大数据|区块链|量子|应用|机器人|互联网|原理|^为什么/i,
  ],
  ['explainer', /^why\b/i],
  ['howto', /\bhow to\b|如何|怎样/i],
  ['plan', /\b(marketing|sales|growth)\b|营销|销售|增长/i],
  ['review', /\bannual\b|年度/i],
];

/** Returns the kind of deck that a text suggests; `generic` if it gives no hint. */
export function recogniseKind(text: string): Kind {
  return [...DECISIVE, ...BY_WORDS].find(([, words]) => words.test(text))?.[0] ?? 'generic';
}
