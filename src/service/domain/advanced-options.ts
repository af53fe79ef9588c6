import type { GenerationOptions } from '../generation/writer';
import { invalid } from './errors';
import type { Language } from './outline';

/** Words for the writer, in the language of the deck. */
type Words = Record<Language, string>;

/** What an option does; the default of a group does nothing. */
type Effect =
  | { pages: NonNullable<GenerationOptions['pages']> }
  | { audience: Words }
  | { scene: Words }
  | { tone: Words }
  | { language: Language };

interface Option {
  id: number;
  name: string;
  effect?: Effect;
}

interface OptionGroup {
  id: number;
  name: string;
  key: 'page' | 'group' | 'scene' | 'tone' | 'language';
  /** The first is the default. */
  options: readonly [Option, ...Option[]];
}

/** The five groups of the specification. Ids are stable: clients keep them. */
const groups: readonly OptionGroup[] = [
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

/** The tree of the options as it travels. */
export function advancedOptionTree() {
  return groups.map((group) => ({
    id: group.id,
    parent_id: 0,
    name: group.name,
    key: group.key,
    is_default: 0,
    ...(group.key === 'page' ? { is_c: 0 } : {}),
    is_beta: 0,
    children: group.options.map((option, at) => ({
      id: option.id,
      parent_id: group.id,
      name: option.name,
      key: '',
      is_default: at === 0 ? 1 : 0,
      is_beta: 0,
      children: null,
    })),
  }));
}

/** `senior_options` as clients send them: ids by group key, or a plain list of ids. */
export type SeniorOptions = Record<string, OptionId | OptionId[]> | OptionId[];

/** Clients send ids as numbers and as text. */
type OptionId = number | string;

/**
 * The ids that were chosen, checked against the tree.
 * @throws ServiceError for a group or an id that the tree does not have.
 */
export function chosenOptions(options: SeniorOptions | undefined): number[] {
  const see = 'see /api/ai/chat/senior/option';
  const entries: [string | undefined, number][] = Array.isArray(options)
    ? options.map((id) => [undefined, Number(id)])
    : Object.entries(options ?? {}).flatMap(([key, ids]) =>
        [ids].flat().map((id): [string, number] => [key, Number(id)]),
      );
  for (const [key, id] of entries) {
    const candidates = key === undefined ? groups : groups.filter((group) => group.key === key);
    if (candidates.length === 0) throw invalid(`senior_options: there is no group ${JSON.stringify(key)}; ${see}`);
    if (!candidates.some((group) => group.options.some((option) => option.id === id))) {
      throw invalid(`senior_options: ${key ?? 'the list'} has no option ${id}; ${see}`);
    }
  }
  return entries.map(([, id]) => id);
}

/** What chosen options ask of the writer. Of two choices in one group the last counts. */
export function generationOptions(chosen: readonly number[], titleLanguage: Language): GenerationOptions {
  const all = groups.flatMap((group) => group.options);
  const effects = chosen.flatMap((id) => all.find((option) => option.id === id)?.effect ?? []);
  const language = effects.findLast((effect) => 'language' in effect)?.language;
  const options: GenerationOptions = {};
  for (const effect of effects) {
    if ('pages' in effect || 'language' in effect) Object.assign(options, effect);
    else
      for (const [name, words] of Object.entries(effect))
        Object.assign(options, { [name]: words[language ?? titleLanguage] });
  }
  return options;
}
