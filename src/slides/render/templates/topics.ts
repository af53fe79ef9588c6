/** Chooses a template by the words of a deck, if the input names none. Deterministic. */
import type { Template } from './template';

/** Words of topics and scenes by template id. Earlier rows win a tie. */
const topics: readonly (readonly [id: number, words: RegExp])[] = [
  [
    1001,
    /\b(?:financ\w*|bank\w*|invest\w*|budget\w*|revenue|profit\w*|audit\w*|tax(?:es|ation)?|insurance|accounting|treasury|ledger|payments?|stocks?|bonds?|funds?|merger\w*|shareholders?)\b|金融|财务|银行|投资|预算|营收|利润|审计|税|保险|会计|基金|证券|股东|支付|账务/giu,
  ],
  [
    1004,
    /\b(?:nature|environment\w*|sustainab\w*|climate|carbon|forest\w*|biodiversity|ecolog\w*|renewables?|recycling|agricultur\w*|farm\w*|garden\w*|wildlife|oceans?|esg|net zero|solar(?! (?:system|eclipse|wind|flare))|wind power)\b|自然|环境|环保|可持续|气候|碳|森林|生态|绿色|可再生|回收|农业|乡村|园林|新能源/giu,
  ],
  [
    1011,
    /\b(?:health\w*|medic\w*|hospitals?|clinic\w*|patients?|nurs\w*|doctors?|diabetes|disease\w*|therap\w*|treatments?|nutrition|sleep|fitness|wellness|wellbeing|yoga|tea|diet|pharma\w*|vaccin\w*)\b|健康|医疗|医院|临床|患者|护理|医生|疾病|糖尿病|治疗|营养|睡眠|健身|养生|茶|药|疫苗|心理/giu,
  ],
  [
    1009,
    /\b(?:thesis|dissertation|research|academic\w*|universit\w*|professors?|scholar\w*|literature review|experiment\w*|law|legal|(?<!data |computer )scien(?:ces?|tific|tists?)|physics|chemi(?:stry|cal)|mathematic\w*|biolog\w*|geolog\w*|genetics?|molecul\w*|atoms?|neuro\w*|fossils?|dinosaurs?|volcano\w*|earthquakes?)\b|论文|答辩|学术|研究|大学|高校|教授|实验|法律|科学|物理|化学|数学|生物|地质|基因|分子|原子|化石|恐龙|火山|地震/giu,
  ],
  [
    1006,
    /\b(?:education\w*|schools?|class(?:room|es)?|lessons?|pupils?|students?|teach\w*|learn\w*|kids?|children|homework|training|course|onboarding|workshops?|\d{1,2}-year-olds?|photosynthesis)\b|教育|学校|课堂|课程|教学|学生|教师|学习|儿童|孩子|培训|入职|小学|中学|幼儿/giu,
  ],
  [
    1005,
    /\b(?:technolog\w*|software|cloud|ai|artificial intelligence|machine learning|data|quantum|blockchain|cyber\w*|security|robot\w*|typescript|javascript|python|api|devops|kubernetes|algorithms?|space(?:craft)?|astro(?:nom|phys)\w*|planets|exoplanets?|solar (?:system|eclipses?|wind|flares?)|galax\w*|comets?|asteroids?|telescopes?|black holes?|universe|cosmo(?:s|log\w*)|semiconductors?|chips?|digital)\b|技术|科技|软件|云|人工智能|机器学习|大模型|数据|量子|区块链|网络安全|机器人|编程|算法|芯片|半导体|航天|天文|行星|恒星|星系|太阳系|宇宙|黑洞|望远镜|数字化/giu,
  ],
  [
    1002,
    /\b(?:histor\w*|cultur\w*|tradition\w*|heritage|museums?|calligraphy|ancient|dynast\w*|empire|literature|poetry|philosophy|festivals?)\b|历史|文化|传统|遗产|博物馆|书法|古代|王朝|文学|诗|哲学|春节|节日|非遗|党建/giu,
  ],
  [
    1010,
    /\b(?:marketing|campaigns?|brand\w*|advertis\w*|promotions?|sales|sports?|recruit\w*|black friday|social media|influencers?)\b|营销|推广|品牌|广告|促销|销售|体育|招聘|社交媒体/giu,
  ],
  [
    1007,
    /\b(?:launch\w*|unveil\w*|new product|fashion|beauty|design|creativ\w*|gam(?:es?|ing)|start-?ups?|pitch)\b|发布|上市|新品|时尚|美妆|设计|创意|游戏|创业|路演/giu,
  ],
  [
    1012,
    /\b(?:luxury|gala|awards?|celebration|anniversary|jewel\w*|wine|music|jazz|films?|movies?|theatre|theater|opera|wedding)\b|奢侈|盛典|颁奖|庆典|周年|年会|珠宝|葡萄酒|音乐|电影|戏剧|婚礼/giu,
  ],
  [
    1003,
    /\b(?:retail|shops?|stores?|e-?commerce|food|restaurants?|caf[eé]s?|coffee|tourism|travel\w*|trips?|hotels?|toys?|bikes?|communit\w*)\b|零售|门店|电商|餐饮|餐厅|咖啡|旅游|旅行|酒店|玩具|社区/giu,
  ],
  [
    1008,
    /\b(?:architecture|engineering|manufactur\w*|construction|logistics|supply chain|automotive|machines?|factor(?:y|ies)|infrastructure|transport\w*|real estate)\b|建筑|工程|制造|施工|物流|供应链|汽车|机械|工厂|基础设施|交通|房地产/giu,
  ],
  [
    1013,
    /\b(?:projects?|status|operations?|meetings?|^minutes|(?:meeting|board|committee|council) minutes|minutes of|hr|human resources|office|administration|process\w*|policy|policies)\b|项目|进展|运营|会议|人力资源|行政|办公|流程|制度/giu,
  ],
];

const longest = 2000;

/**
 * The template whose topic the texts name most often; undefined if they name none.
 * @param texts the most telling first: later ones count only if those before name no topic
 */
export function templateForTopic(templates: readonly Template[], texts: readonly string[]): Template | undefined {
  for (const text of texts) {
    const sample = text.slice(0, longest);
    const hits = topics.map(([id, words]) => ({ id, count: sample.match(words)?.length ?? 0 }));
    const most = hits.reduce((best, hit) => (hit.count > best.count ? hit : best));
    const found = most.count === 0 ? undefined : templates.find(({ id }) => id === most.id);
    if (found) return found;
  }
  return undefined;
}

interface Headings {
  title: string;
  chapters: readonly { title: string; pages: readonly { title: string }[] }[];
}

/** The template for a deck with this title, or else with these headings; undefined if none names a topic. */
export function templateForDeck(
  templates: readonly Template[],
  title: string,
  outline: Headings | undefined,
): Template | undefined {
  const headings = outline?.chapters.flatMap((chapter) => [chapter.title, ...chapter.pages.map((page) => page.title)]);
  return templateForTopic(templates, [title, outline?.title ?? '', (headings ?? []).join('\n')]);
}
