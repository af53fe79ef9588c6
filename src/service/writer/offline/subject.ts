/** A field of knowledge that a title belongs to, with the words that name it. */
const WORDS = {
  food: /(?<!\p{L})(?:teas?|coffees?|caf[eé]s?|restaurants?|bakery|bakeries|bistros?|wines?|beers?|brewer\w*|chocolates?|cheeses?|breads?|cook\w*|cuisines?|dish(?:es)?|food|kitchens?|recipes?|vineyards?|catering)(?!\p{L})|茶|咖啡|餐|美食|烘焙|面包|酒|菜|食品|饮料|火锅|厨/giu,
  arts: /(?<!\p{L})(?:jazz|music\w*|operas?|paint\w*|films?|cinema|theat(?:re|er)s?|literature|novels?|poetry|museums?|galler(?:y|ies)|danc\w*|ballet|photograph\w*|sculptures?|concerts?|festivals?|arts?|artists?|design)(?!\p{L})|音乐|爵士|戏剧|戏曲|京剧|绘画|书法|文学|诗|电影|舞蹈|雕塑|艺术|博物馆|摄影|设计/giu,
  states:
    /(?<!\p{L})(?:empires?|kingdoms?|republics?|dynast\w*|rome|roman|egypt\w*|ottoman|byzant\w*|revolutions?|wars?|governments?|parliaments?|elections?|constitutions?|municipal\w*|citizens?|cities|city|towns?)(?!\p{L})|帝国|王朝|朝代|罗马|共和国|革命|战争|政府|宪法|选举|城市|政务|唐朝|宋朝|明朝|清朝|汉朝/giu,
  nature:
    /(?<!\p{L})(?:photosynthesis|plants?|animals?|birds?|bees?|cats?|dogs?|whales?|forests?|oceans?|rivers?|planets?|stars?|galax\w*|black holes?|quantum|physics|chemi\w*|biolog\w*|evolution|geolog\w*|volcano\w*|dinosaurs?|gravity|astronom\w*|climate|weather)(?!\p{L})|光合|植物|动物|鸟|蜜蜂|森林|海洋|河流|行星|恒星|黑洞|量子|物理|化学|生物|进化|地质|火山|恐龙|天文|气候|宇宙/giu,
  medicine:
    /(?<!\p{L})(?:diabetes|cancer|asthma|hospitals?|clinics?|patients?|nurs\w*|doctors?|medic\w*|therap\w*|treatments?|vaccin\w*|surgery|diseases?|illness\w*|dementia|pharma\w*|dentists?|blood pressure)(?!\p{L})|糖尿病|癌|医院|诊所|患者|护士|护理|医生|医疗|医学|治疗|疫苗|手术|疾病|药/giu,
  software:
    /(?<!\p{L})(?:software|apps?|typescript|javascript|python|rust|sql|kubernetes|docker|apis?|compilers?|algorithms?|databases?|programming|event sourcing|machine learning|artificial intelligence|ai|cloud|cyber\w*|websites?|platforms?|computers?|computing|blockchain|internet|saas|data warehouse|microservices?)(?!\p{L})|软件|应用程序|编程|算法|数据库|机器学习|人工智能|云计算|网络安全|网站|平台|计算机|区块链|互联网|微服务|小程序/giu,
  energy:
    /(?<!\p{L})(?:energy|solar|wind (?:farms?|power|turbines?)|nuclear|coal|gas|oil|hydrogen|batter(?:y|ies)|electricity|power (?:plants?|grids?)|heat pumps?|renewables?)(?!\p{L})|能源|太阳能|光伏|风电|风力|核电|煤|天然气|石油|氢|电池|电力|电网|热泵/giu,
  mobility:
    /(?<!\p{L})(?:bikes?|bicycles?|cars?|buses|trains?|trams?|railways?|airports?|airlines?|ships?|shipping|ports?|logistics|freight|deliver(?:y|ies)|traffic|transport\w*|trucks?|scooters?|aviation|supply chains?)(?!\p{L})|自行车|汽车|公交|地铁|铁路|火车|高铁|机场|航空|船|港口|物流|货运|配送|交通|运输|供应链/giu,
  retail:
    /(?<!\p{L})(?:shops?|stores?|retail\w*|e-?commerce|supermarkets?|brands?|fashion|clothing|shoes?|furniture|market stalls?|smartphones?|apple|samsung|merchandise|toys?)(?!\p{L})|商店|门店|零售|电商|超市|品牌|服装|时尚|鞋|家具|手机|玩具|直播带货|商场/giu,
  finance:
    /(?<!\p{L})(?:banks?|banking|payments?|insurance|loans?|mortgages?|invest\w*|stocks?|bonds?|funds?|pensions?|tax(?:es|ation)?|currenc\w*|bitcoin|money|interest rates?|inflation|accounting|credit)(?!\p{L})|银行|支付|保险|贷款|投资|股票|债券|基金|养老金|税|货币|比特币|利率|通胀|会计|信贷|理财/giu,
  schools:
    /(?<!\p{L})(?:schools?|universit\w*|kindergartens?|teach\w*|pupils?|students?|curriculum|classrooms?|education\w*|lessons?|homework|exams?|scholarships?|apprentice\w*|colleges?)(?!\p{L})|学校|大学|中学|小学|幼儿园|教学|教师|学生|课堂|课程|教育|作业|考试|奖学金/giu,
  sport:
    /(?<!\p{L})(?:football|soccer|basketball|tennis|running|marathons?|swimm\w*|cycling|olympi\w*|chess|fitness|gyms?|yoga|sports?|athlet\w*|skiing|golf|clubs?|baseball|cricket|rugby|hockey)(?!\p{L})|足球|篮球|网球|乒乓球|羽毛球|跑步|马拉松|游泳|骑行|奥运|象棋|围棋|健身|瑜伽|体育|运动/giu,
  property:
    /(?<!\p{L})(?:buildings?|architect\w*|houses?|housing|homes?|apartments?|real estate|construction|offices?|roofs?|bridges?|renovat\w*|rents?|tenants?|property|properties|neighbou?rhoods?|skyscrapers?)(?!\p{L})|建筑|住宅|住房|房屋|公寓|房地产|房产|施工|办公楼|屋顶|桥|装修|租赁|租金|小区|物业/giu,
} as const;

export type Subject = keyof typeof WORDS;
export const SUBJECTS = Object.keys(WORDS) as Subject[];

/** The subject whose word ends last in the title: in a noun phrase the last noun says what it is. */
export function recogniseSubject(title: string): Subject | undefined {
  let found: Subject | undefined;
  let last = 0;
  for (const subject of SUBJECTS) {
    const end = Math.max(0, ...[...title.matchAll(WORDS[subject])].map((word) => word.index + word[0].length));
    if (end > last) [found, last] = [subject, end];
  }
  return found;
}
