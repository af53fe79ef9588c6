import type { Kind } from './seeds';

/** Phrases that decide alone, whatever else the title says: "Introduction to project management" explains. */
const DECISIVE: readonly (readonly [Kind, RegExp])[] = [
  ['training', /\b(onboarding|training|course|workshop|bootcamp)\b|培训|入职|课程/i],
  ['retrospective', /\b(case stud(y|ies)|post-?mortem|retrospective|lessons learned)\b|复盘|案例/i],
  ['culture', /\bhistory of\b|历史/i],
  [
    'explainer',
    /\b(introduction to|intro to|basics of|fundamentals of|what (is|are)|explained|101)\b|^how (does|do) |入门|概论|科普|原理|什么是/i,
  ],
];

/** The purpose of a deck takes precedence over its topic: a "Climate strategy" is a plan. */
const BY_WORDS: readonly (readonly [Kind, RegExp])[] = [
  ['review', /\b(review|report|results|recap|performance|quarterly)\b|总结|汇报|述职|回顾|报告|季报|年报/i],
  ['launch', /\b(launch(ing)?|unveil|introducing|new product|release of)\b|发布|上市|新品/i],
  ['training', /\b(tutorial|handbook|lesson|class)\b|教程|手册|操作指南|新员工/i],
  ['proposal', /\b(proposal|pitch|bid|offer|tender|business case)\b|提案|建议书|投标|商业计划书|融资|合作方案|推介/i],
  ['project', /\b(kick-?off|status|project|milestones?|sprint|rollout|migration)\b|启动会|项目|进展|立项/i],
  ['plan', /\b(plan|plans|planning|strategy|roadmap|budget|okrs?|campaign|goals)\b|计划|规划|战略|策略|方案|预算/i],
  [
    'sustainability',
    /\b(sustainab\w*|climate|carbon|environment\w*|recycling|renewables?|solar|biodiversity|net zero|esg|green)\b|可持续|气候|碳|环保|绿色|垃圾分类|生态|新能源|节能/i,
  ],
  [
    'health',
    /\b(health\w*|wellbeing|wellness|nutrition|sleep|stress|fitness|diet|disease|diabetes|vaccin\w*|burnout)\b|健康|养生|睡眠|心理|营养|饮食|疾病|糖尿病|减压|急救/i,
  ],
  [
    'culture',
    /\b(histor\w*|cultur\w*|travel\w*|art|arts|music|museum|festival|tradition\w*|tourism|trip|cuisine|heritage|ancient|literature|city of)\b|文化|旅游|旅行|艺术|音乐|博物馆|节日|传统|美食|古代|文学|故宫|民俗|茶|春节|之旅/i,
  ],
  [
    'explainer',
    /\b(introduction|basics|overview|understanding|science|scientific|technology|technologies|research|machine learning|deep learning|ai|artificial intelligence|blockchain|quantum|physics|chemistry|biology|software|computing|algorithms?|data|robot\w*|internet|black holes?|how .+ works?)\b|介绍|基础|技术|科学|研究|人工智能|机器学习|大数据|区块链|量子|应用|算法|云计算|机器人|互联网/i,
  ],
  [
    'education',
    /\b(education\w*|teaching|schools?|classroom|curriculum|students?|pupils?|homework|pedagog\w*|reading skills)\b|教育|教学|课堂|学校|学生|教师|课改|学习|阅读/i,
  ],
  ['training', /\bhow to\b|如何|怎样/i],
  ['plan', /\b(marketing|sales|growth)\b|营销|销售|增长/i],
  ['review', /\bannual\b|年度/i],
];

/** Returns the kind of deck that a text suggests; `generic` if it gives no hint. */
export function recogniseKind(text: string): Kind {
  return [...DECISIVE, ...BY_WORDS].find(([, words]) => words.test(text))?.[0] ?? 'generic';
}

export const FIELDS = {
  ai: /\b(machine learning|deep learning|artificial intelligence|ai|neural networks?|chatgpt|language models?)\b|人工智能|机器学习|深度学习|大模型|神经网络/i,
  care: /\b(nurs\w*|patients?|hospitals?|clinic\w*|medic\w*|doctors?|physicians?|healthcare|surgery)\b|医疗|护士|护理|医院|患者|医生|临床/i,
  hospitality:
    /\b(coffee (?:shop|chain|bar|house)s?|caf[eé]s?|restaurants?|baker(y|ies)|kitchen|hotels?|bars?|food truck|tea house)\b|咖啡(?:馆|店|厅|连锁)|餐厅|餐饮|面包店|酒店|奶茶|饭店/i,
  retail: /\b(retail|shops?|stores?|e-?commerce|supermarkets?|fashion)\b|零售|商店|门店|电商|超市|服装/i,
  marketing: /\b(marketing|brand\w*|advertis\w*|campaign|social media)\b|营销|品牌|广告|推广/i,
  software:
    /\b(software|apps?|website|web|cloud|devops|kubernetes|python|java|javascript|cyber\w*|api|platform)\b|软件|网站|官网|云|编程|网络安全|小程序|平台/i,
  finance:
    /\b(financ\w*|bank\w*|invest\w*|accounting|insurance|funds?|tax(es)?)\b|金融|银行|投资|理财|财务|保险|基金|税务/i,
  climate: /\b(climate|carbon|net zero|global warming|greenhouse)\b|气候|碳|温室/i,
  logistics: /\b(logistics|supply chain|warehous\w*|shipping|freight|delivery)\b|物流|供应链|仓储|仓库|配送/i,
  workplace:
    /\b(remote work|home office|hybrid work|workplace|onboarding|team ?building|employees?|time management)\b|远程办公|职场|入职|团建|员工|时间管理/i,
} as const;
/** A professional field for which the writer has specific material. */
export type Field = keyof typeof FIELDS;

/** More than two would crowd out the deck's own pages. */
const MOST_FIELDS = 2;

export function recogniseFields(text: string): Field[] {
  const fields = Object.keys(FIELDS) as Field[];
  return fields.filter((field) => FIELDS[field].test(text)).slice(0, MOST_FIELDS);
}
