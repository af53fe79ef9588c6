/** Topics that a person's point may be about; the first one with a matching word counts. */
export const THEMES = {
  en: {
    money:
      /\b(cost|fee|fees|discount|payment|budget|price|pric|money|fund|invest|spend|salar|financ|revenue|profit|sales)/i,
    time: /\b(time|schedul|deadline|date|calendar|phase|mileston|timeline|week|month|year|quarter)/i,
    risk: /\b(risk|problem|threat|danger|challenge|obstacle|security|safety|failure|crisis)/i,
    people: /\b(team|staff|people|hir|recruit|colleague|employee|role|leader|volunteer|skill|talent)/i,
    customers: /\b(customer|client|guest|user|patient|visitor|buyer|shopper|audience|member)/i,
    data: /\b(data|measur|indicator|metric|kpi|figure|statistic|analys|number|survey|research)/i,
    technology: /\b(technolog|software|tool|system|digital|platform|app|automat|machine|robot|ai|cloud|comput)/i,
    learning: /\b(train|learn|teach|school|course|lesson|educat|student|exercise|practi[cs]e)/i,
    market: /\b(market|competit|brand|campaign|advertis|social media|channel|promot|launch)/i,
    environment: /\b(environment|climate|energy|waste|recycl|sustainab|green|carbon|water|nature)/i,
    quality: /\b(qualit|improv|standard|process|efficien|workflow|operation|maintenance|service)/i,
    goals: /\b(goal|aim|target|vision|mission|objective|strateg|priorit|success)/i,
    health: /\b(health|medic|care|hospital|nurs|wellbeing|stress|food|nutrition|sleep)/i,
    history: /\b(histor|origin|tradition|culture|story|heritage|past|century|ancient)/i,
  },
  zh: {
    money: /成本|预算|价格|费用|资金|投资|财务|收入|利润|销售/,
    time: /时间表|进度|日程|期限|阶段|节点|里程碑|工期|周期|排期/,
    risk: /风险|问题|威胁|危机|挑战|障碍|安全|隐患|困难/,
    people: /团队|员工|人员|招聘|人才|同事|岗位|领导|志愿者|技能/,
    customers: /客户|用户|顾客|患者|读者|游客|消费者|会员|受众/,
    data: /数据|指标|统计|分析|测量|调查|研究|评估/,
    technology: /技术|软件|工具|系统|数字化|平台|自动化|智能|机器|云/,
    learning: /培训|学习|教学|课程|课堂|教育|学生|练习|老师/,
    market: /市场|竞争|品牌|营销|广告|渠道|推广|宣传|媒体/,
    environment: /环境|气候|能源|垃圾|回收|环保|绿色|碳|生态|水资源/,
    quality: /质量|改进|标准|流程|效率|运营|维护|服务|优化/,
    goals: /目标|愿景|使命|战略|策略|重点|方向|成功/,
    health: /健康|医疗|护理|医院|心理|压力|饮食|营养|睡眠|康复/,
    history: /历史|起源|传统|文化|故事|遗产|古代|世纪|民俗/,
  },
} as const;

export type Theme = keyof (typeof THEMES)['en'];
