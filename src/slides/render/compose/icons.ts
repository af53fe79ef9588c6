/** Icons for points, by the words of their headings in both languages. Deterministic. */
import { tone } from '../canvas/canvas';
import type { Box, PathStep, Role } from '../deck/deck';
import { type IconName, iconPaths } from './icon-paths';
import type { Item, Sheet } from './sheet';

export type { IconName };

/** A concept: its icon, English words (whole words; `*` stands for any ending), and Chinese words. */
const concepts: readonly (readonly [IconName, string, string])[] = [
  [
    'coin',
    'cost* price* pricing fee* money revenue income sales profit* margin* earning*',
    '成本 价格 费用 收入 营收 利润 资金',
  ],
  ['wallet', 'budget* spending salary salaries payment* invoice*', '预算 支出 薪酬 付款 支付 账单'],
  ['building-bank', 'bank* financ* capital funding invest*', '银行 金融 财务 融资 投资'],
  ['percentage', 'share* tax* rate* discount* interest', '份额 税 比例 折扣 利率'],
  ['bolt', 'speed* fast* quick* performance efficien* energy power agil*', '速度 效率 快速 性能 敏捷 能源 电力'],
  ['clock', 'time* hour* duration deadline* lead-time wait*', '时间 时长 期限 等待 周期'],
  ['calendar', 'date* schedul* calendar plan* month* week* appointment*', '日程 日期 计划 排期 规划'],
  [
    'alert-triangle',
    'risk* warning* danger* problem* issue* incident* threat* error*',
    '风险 预警 问题 危险 隐患 事故 威胁 错误',
  ],
  ['shield-check', 'security safe safety protect* compliance privacy insurance', '安全 保护 合规 隐私 保险 保障'],
  ['lock', 'lock* password* access confidential* encrypt* login', '密码 权限 保密 加密 登录'],
  [
    'users',
    'team* people staff employee* customer* client* user* communit* audience talent* patient*',
    '团队 人员 员工 客户 用户 人才 社区 观众 患者',
  ],
  ['user', 'person* owner* manager* leader* individual* role*', '个人 负责人 经理 领导 角色'],
  ['bulb', 'idea* innovat* creativ* insight* solution* inspiration', '创意 创新 灵感 想法 洞察 解决方案'],
  ['target', 'goal* target* aim* objective* focus mission', '目标 聚焦 使命 宗旨'],
  ['trending-up', 'growth grow* increase* rise* expansion opportunit* improve*', '增长 提升 扩张 机会 机遇 改进 上升'],
  ['trending-down', 'decline* decrease* loss* reduction* drop*', '下降 减少 损失 亏损'],
  ['database', 'data database* storage record*', '数据 数据库 存储 记录'],
  [
    'chart-bar',
    'analys* analytics statistic* metric* measure* kpi* result* report* market research',
    '分析 统计 指标 结果 报表 成果 测量',
  ],
  ['cloud', 'cloud* hosting', '云端 云计算 上云 云平台 云服务'],
  ['code', 'code coding software develop* program* api* engineering', '代码 软件 开发 编程 接口'],
  ['device-laptop', 'computer* laptop* website* online digital* it system*', '电脑 网站 线上 数字化 系统 信息化'],
  ['device-mobile', 'mobile smartphone* app apps', '手机 移动 应用'],
  ['phone', 'phone* telephone* call*', '电话 来电'],
  ['mail', 'mail email* e-mail* letter* newsletter*', '邮件 邮箱 信函'],
  [
    'messages',
    'feedback discussion* dialog* communicat* conversation* meeting* message*',
    '反馈 沟通 讨论 对话 会议 交流 消息',
  ],
  ['headset', 'support service* help helpdesk hotline*', '服务 支持 客服 热线 帮助'],
  ['file-text', 'document* report file* text* paper* article* content', '文档 文件 报告 文章 内容 资料'],
  ['writing-sign', 'contract* agreement* signature* approval*', '合同 协议 签署 审批'],
  ['search', 'search* research* discover* investigat* explor*', '搜索 调研 研究 发现 探索 调查'],
  ['settings', 'process* operation* automat* configur* method*', '流程 运营 自动化 配置 方法 机制'],
  ['tool', 'tool* repair* maintenance equipment hardware', '工具 维修 维护 设备 硬件'],
  ['building-factory-2', 'factory factories production manufactur* industr*', '工厂 生产 制造 产业 工业'],
  [
    'building',
    'company companies office* organi?ation* business* headquarter* enterprise*',
    '公司 企业 办公 组织 机构',
  ],
  ['home', 'home* hous* famil* living apartment*', '家庭 住房 居住 房屋 家居'],
  [
    'shopping-cart',
    'shop* store* retail purchas* buy* order* e-commerce procurement',
    '购物 商店 零售 采购 订单 电商 门店',
  ],
  ['package', 'product* packag* goods inventory stock', '产品 商品 包装 库存'],
  ['truck', 'deliver* logistics transport* supply supplier* truck* road* shipping', '配送 物流 运输 供应 公路 交付'],
  ['train', 'train trains rail* railway*', '铁路 火车 轨道 高铁'],
  ['plane', 'travel* flight* airport* plane* tourism trip*', '旅行 航班 机场 旅游 出行'],
  ['car', 'car cars vehicle* driv* automotive', '汽车 车辆 驾驶'],
  ['ship', 'ship ships port* harbo?r* sea cargo', '船舶 港口 海运 货运'],
  ['world', 'world* global* international* europe* export* web internet', '全球 国际 世界 海外 出口 互联网'],
  ['map-pin', 'location* place* region* site* city cities local', '地点 位置 区域 城市 地区 选址 本地'],
  ['heartbeat', 'health* wellbeing fitness sleep', '健康 睡眠 健身 体检'],
  ['pill', 'medicine* medication* drug* treatment* therap*', '药物 用药 治疗 医药'],
  ['building-hospital', 'hospital* clinic* doctor* nurs* care', '医院 诊所 医生 护理 医疗'],
  ['school', 'school* education student* universit* pupil*', '学校 教育 学生 大学'],
  ['presentation', 'training* course* workshop* teach* lesson* coach*', '培训 课程 教学 讲座 辅导'],
  ['book', 'book* reading learn* knowledge librar* literature', '书籍 阅读 学习 知识 图书 文学'],
  ['flask', 'science* scien* experiment* chemi* laborator*', '科学 实验 化学 科研'],
  ['test-pipe', 'test* trial* pilot* qa', '测试 试点 试验 检验'],
  ['leaf', 'nature environment* sustainab* green ecolog* climate', '自然 环境 环保 可持续 绿色 生态 气候'],
  ['trees', 'tree* forest* park* garden* agricultur*', '森林 树木 公园 园林 农业'],
  ['droplet', 'water* rain* river* moisture', '用水 水资源 水质 节水 雨水 河流'],
  ['sun', 'sun sunlight solar light summer', '阳光 太阳 光照 光伏'],
  ['recycle', 'recycl* waste reuse circular*', '回收 垃圾 循环'],
  ['tools-kitchen-2', 'food* meal* nutrition restaurant* cook* kitchen', '食品 饮食 营养 餐饮 餐厅 烹饪'],
  ['coffee', 'coffee tea break* café* cafe*', '咖啡 茶 休息'],
  ['music', 'music* song* sound* concert*', '音乐 歌曲 声音'],
  ['camera', 'photo* image* video* film* camera* media', '照片 图片 视频 影像 摄影 媒体'],
  ['palette', 'design* art arts colou?r* style*', '设计 艺术 色彩 美术'],
  ['ball-football', 'sport* game* football play*', '体育 运动 足球 游戏'],
  ['trophy', 'success* award* win* achievement* champion*', '成功 奖 荣誉 成就'],
  ['star', 'quality excellen* strength* highlight* brand* reputation experience', '质量 品质 优势 亮点 品牌 口碑 体验'],
  ['list-check', 'task* requirement* rule* check* criteria standard* audit*', '任务 要求 规则 检查 标准 清单 审计'],
  ['heart-handshake', 'partner* cooperat* collaborat* trust* alliance*', '合作 伙伴 信任 协作 联盟'],
  ['scale', 'law* legal* justice fair* regulat* balance*', '法律 法规 公平 监管 平衡'],
  ['building-monument', 'history culture* heritage tradition* museum*', '历史 文化 遗产 传统 博物馆'],
  ['rocket', 'launch* start* release* go-live', '启动 发布 上线 上市'],
  ['network', 'network* connect* integration* interface*', '网络 连接 集成 互联'],
  ['robot', 'robot* ai artificial machine*', '机器人 人工智能 智能'],
  ['archive', 'archive* backup*', '归档 档案 备份'],
  ['flag', 'milestone* strateg* vision', '里程碑 战略 愿景'],
  ['refresh', 'change* update* renew* transform* migrat* rollback*', '变革 更新 转型 迁移 回退 升级'],
];

const patterns = concepts.map(([icon, english, chinese]) => ({
  icon,
  words: new RegExp(
    `(?<![\\p{L}\\d])(?:${english.split(' ').join('|').replaceAll('*', '\\p{L}*')})(?![\\p{L}\\d])|${chinese.split(' ').join('|')}`,
    'iu',
  ),
}));

const longestHeading = 60;

/** The icon of the first word that has one; of words at the same place, the earlier concept's. */
function iconOf(heading: string): IconName | undefined {
  const sample = heading.slice(0, longestHeading);
  let first: { icon: IconName; at: number } | undefined;
  for (const { icon, words } of patterns) {
    const at = words.exec(sample)?.index;
    if (at !== undefined && (first === undefined || at < first.at)) first = { icon, at };
  }
  return first?.icon;
}

/** The points with icons if every one has an own one; otherwise unchanged, because a single icon would be a signal. */
export function withIcons(items: Item[]): Item[] {
  if (items.length < 2 || items.some(({ number }) => number !== undefined)) return items;
  const icons = items.map(({ heading }) => iconOf(heading));
  const isComplete = icons.every((icon) => icon !== undefined) && new Set(icons).size === icons.length;
  return isComplete ? items.map((item, index) => ({ ...item, icon: icons[index]! })) : items;
}

const grid = 24;

/** Draws an icon into a square. */
export function drawIcon({ canvas }: Sheet, name: IconName, where: Box, role: Role): void {
  const scale = where.w / grid;
  const steps = stepsOf(name).map((step): PathStep => {
    const x = (value: number) => where.x + value * scale;
    const y = (value: number) => where.y + value * scale;
    if (step.go === 'Z') return step;
    if (step.go !== 'C') return { go: step.go, x: x(step.x), y: y(step.y) };
    const { x1, y1, x2, y2 } = step;
    return { go: 'C', x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), x: x(step.x), y: y(step.y) };
  });
  const stroke = { tone: tone(role), width: Math.max(1.5, 1.75 * scale), round: true };
  canvas.path(steps, undefined, { name: 'Icon', stroke });
}

function stepsOf(name: IconName): PathStep[] {
  return [...iconPaths[name].matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, go, list = '']): PathStep => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list.split(' ').map(Number);
    if (go === 'Z') return { go };
    return go === 'C' ? { go, x1: a, y1: b, x2: c, y2: d, x: e, y: f } : { go: go as 'M' | 'L', x: a, y: b };
  });
}
