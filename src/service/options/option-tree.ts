import type { Language } from '../domain/outline';
import type { PageRange } from '../generation/writer';

/** Words for the writer, in the language of the deck. */
export type Words = Record<Language, string>;

/** What an option asks of the writer; the default of a group asks nothing. */
export interface Effect {
  pages?: PageRange;
  audience?: Words;
  scene?: Words;
  tone?: Words;
  language?: Language;
}

export interface Option {
  id: number;
  name: string;
  effect?: Effect;
}

export interface OptionGroup {
  id: number;
  name: string;
  key: 'page' | 'group' | 'scene' | 'tone' | 'language';
  /** The first is the default. */
  options: readonly [Option, ...Option[]];
}

/** The five groups of the specification. Ids are stable: clients keep them, and tasks are stored with them. */
export const OPTION_GROUPS: readonly OptionGroup[] = [
  {
    id: 1,
    name: '页数',
    key: 'page',
    options: [
      { id: 3, name: '16-25页' },
      { id: 2, name: '10-15页', effect: { pages: 'short' } },
      { id: 4, name: '26-40页', effect: { pages: 'long' } },
    ],
  },
  {
    id: 10,
    name: '受众',
    key: 'group',
    options: [
      { id: 11, name: '大众' },
      { id: 12, name: '学生', effect: { audience: { zh: '学生', en: 'students' } } },
      { id: 13, name: '教师', effect: { audience: { zh: '教师', en: 'teachers' } } },
      { id: 14, name: '上级领导', effect: { audience: { zh: '上级领导', en: 'senior management' } } },
      { id: 15, name: '同事', effect: { audience: { zh: '同事', en: 'colleagues' } } },
      { id: 16, name: '客户', effect: { audience: { zh: '客户', en: 'customers' } } },
      { id: 17, name: '投资人', effect: { audience: { zh: '投资人', en: 'investors' } } },
      { id: 18, name: '专家', effect: { audience: { zh: '专家', en: 'experts' } } },
    ],
  },
  {
    id: 20,
    name: '场景',
    key: 'scene',
    options: [
      { id: 21, name: '通用' },
      { id: 22, name: '教学课件', effect: { scene: { zh: '教学', en: 'teaching' } } },
      { id: 23, name: '工作总结', effect: { scene: { zh: '工作总结', en: 'report' } } },
      { id: 24, name: '公众演讲', effect: { scene: { zh: '公众演讲', en: 'speech' } } },
      { id: 25, name: '营销推广', effect: { scene: { zh: '营销推广', en: 'marketing' } } },
      { id: 26, name: '会议讨论', effect: { scene: { zh: '会议', en: 'meeting' } } },
      { id: 27, name: '论文答辩', effect: { scene: { zh: '论文答辩', en: 'thesis defence' } } },
    ],
  },
  {
    id: 39,
    name: '语气',
    key: 'tone',
    options: [
      { id: 40, name: '自然' },
      { id: 41, name: '正式', effect: { tone: { zh: '正式', en: 'formal' } } },
      { id: 42, name: '亲切', effect: { tone: { zh: '亲切', en: 'friendly' } } },
      { id: 43, name: '幽默', effect: { tone: { zh: '幽默', en: 'humorous' } } },
      { id: 44, name: '激励', effect: { tone: { zh: '激励', en: 'inspiring' } } },
    ],
  },
  {
    id: 50,
    name: '语言',
    key: 'language',
    options: [
      { id: 51, name: '与标题相同' },
      { id: 52, name: '简体中文', effect: { language: 'zh' } },
      { id: 53, name: 'English', effect: { language: 'en' } },
    ],
  },
];
