import type { Language } from '../../outline/outline';
import type { PageRange } from '../writer/writer';

/** Instructions for the writer, in the language of the deck. */
type Words = Record<Language, string>;

/** The effect of an option on the writer; the default of a group has none. */
interface Effect {
  pages?: PageRange;
  audience?: Words;
  scene?: Words;
  tone?: Words;
  language?: Language;
}

interface Option {
  id: number;
  name: string;
  effect?: Effect;
}

type OptionGroupKey = 'page' | 'group' | 'scene' | 'tone' | 'language';

interface OptionGroup {
  id: number;
  name: string;
  key: OptionGroupKey;
  isDefault: number;
  options: readonly Option[];
}

const group = (id: number, name: string, key: OptionGroupKey, isDefault: number, options: readonly Option[]) => ({
  id,
  name,
  key,
  isDefault,
  options,
});
const worded = (kind: 'audience' | 'scene' | 'tone') => (id: number, name: string, en: string) => ({
  id,
  name,
  effect: { [kind]: { zh: name, en } } as Effect,
});
const audience = worded('audience');
const scene = worded('scene');
const tone = worded('tone');

/**
 * The five groups of the specification. Clients hard-code these ids: page 2 to 4, group 6 to 16, scene 18 to 38, tone
 * 40 to 45. They are stable and unique across groups, because requests list ids without their groups.
 */
export const OPTION_GROUPS: readonly OptionGroup[] = [
  group(1, '页数', 'page', 3, [
    { id: 2, name: '10-15页', effect: { pages: 'short' } },
    { id: 3, name: '16-25页' },
    { id: 4, name: '26-40页', effect: { pages: 'long' } },
  ]),
  group(5, '受众', 'group', 6, [
    { id: 6, name: '大众' },
    audience(7, '学生', 'students'),
    audience(8, '教师', 'teachers'),
    audience(9, '上级领导', 'senior management'),
    audience(10, '下属', 'team members'),
    audience(11, '面试官', 'interviewers'),
    audience(12, '同事', 'colleagues'),
    audience(13, '客户', 'customers'),
    audience(14, '投资人', 'investors'),
    audience(15, '专家', 'experts'),
    audience(16, '新员工', 'new employees'),
  ]),
  group(17, '场景', 'scene', 18, [
    { id: 18, name: '通用' },
    scene(19, '教学课件', 'teaching'),
    scene(20, '工作总结', 'report'),
    scene(21, '工作计划', 'work plan'),
    scene(22, '项目汇报', 'project report'),
    scene(23, '解决方案', 'solution'),
    scene(24, '研究报告', 'research report'),
    scene(25, '会议讨论', 'meeting'),
    scene(26, '产品发布', 'product launch'),
    scene(27, '企业介绍', 'company profile'),
    scene(28, '商业计划', 'business plan'),
    scene(29, '科普宣传', 'popular science'),
    scene(30, '公众演讲', 'speech'),
    scene(31, '营销推广', 'marketing'),
    scene(32, '论文答辩', 'thesis defence'),
    scene(33, '教育培训', 'staff training'),
    scene(34, '年度总结', 'annual review'),
    scene(35, '求职竞聘', 'job application'),
    scene(36, '活动策划', 'event planning'),
    scene(37, '融资路演', 'investor pitch'),
    scene(38, '节日庆典', 'celebration'),
  ]),
  group(39, '语气', 'tone', 40, [
    { id: 40, name: '自然' },
    tone(41, '正式', 'formal'),
    tone(42, '亲切', 'friendly'),
    tone(43, '幽默', 'humorous'),
    tone(44, '激励', 'inspiring'),
    tone(45, '活泼', 'lively'),
  ]),
  group(46, '语言', 'language', 47, [
    { id: 47, name: '与标题相同' },
    { id: 48, name: '简体中文', effect: { language: 'zh' } },
    { id: 49, name: 'English', effect: { language: 'en' } },
  ]),
];

/** The group of an option; undefined for unknown ids. */
export function groupOf(id: number): OptionGroup | undefined {
  return OPTION_GROUPS.find(({ options }) => options.some((option) => option.id === id));
}
