import { optionNode } from '../../../src/contract/options';
import { ServiceError } from '../../../src/service/domain/errors';
import {
  advancedOptionTree,
  generationOptionsOf,
  type SeniorOptions,
} from '../../../src/service/options/advanced-options';
import { contentOf, outlineOf, slides } from '../generation/decks';

const tree = advancedOptionTree();
const children = tree.flatMap((group) => (group.children ?? []).map((option) => ({ ...option, group: group.key })));
const chosen = children.filter((option) => option.is_default === 0);

describe('the tree of advanced options', () => {
  it('has the five groups of the specification, each with one default and children without children', () => {
    expect(tree.map(({ key }) => key)).toEqual(['page', 'group', 'scene', 'tone', 'language']);
    for (const group of tree) {
      expect(optionNode.parse(group)).toEqual(group);
      expect(group).toMatchObject({ parent_id: 0, is_default: 0, is_beta: 0 });
      expect('is_c' in group).toBe(group.key === 'page');
      expect(group.children!.filter((option) => option.is_default === 1)).toHaveLength(1);
      for (const option of group.children!)
        expect(option).toMatchObject({ parent_id: group.id, key: '', children: null });
    }
  });

  it('has stable ids, none twice', () => {
    const ids = tree.flatMap((group) => [group.id, ...group.children!.map(({ id }) => id)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(children.find(({ name }) => name === '16-25页')).toMatchObject({ id: 3, is_default: 1 });
    expect(children.find(({ name }) => name === '自然')).toMatchObject({ id: 40, is_default: 1 });
  });
});

describe('chosen options', () => {
  it.each(chosen.map((option) => [`${option.group} ${option.name}`, option] as const))(
    '%s changes the deck, in both languages',
    async (_name, { id, group }) => {
      for (const [title, language] of [
        ['Coffee', 'en'],
        ['咖啡', 'zh'],
      ] as const) {
        const options = generationOptionsOf({ [group]: id }, language);
        const usual = await outlineOf(title);
        const deck = await outlineOf(title, { options });
        const same = group === 'language' && options.language === language;
        expect(JSON.stringify(await contentOf(deck, options)) === JSON.stringify(await contentOf(usual))).toBe(same);
        if (group === 'page') expect(slides(deck) < slides(usual)).toBe(options.pages === 'short');
      }
    },
  );

  it('defaults ask for nothing', () => {
    for (const { id } of children.filter((option) => option.is_default === 1))
      expect(generationOptionsOf([id])).toEqual({});
    expect(generationOptionsOf(undefined)).toEqual({});
    expect(generationOptionsOf({})).toEqual({});
  });

  it('come by group, as lists and as text; words are in the language of the deck', () => {
    const asked = { pages: 'long', audience: '学生', tone: '正式', language: 'zh' };
    expect(generationOptionsOf({ page: 4, group: [12], tone: 41, language: 52 })).toEqual(asked);
    expect(generationOptionsOf(['4', '12', 41, 52])).toEqual(asked);
    expect(generationOptionsOf({ scene: 24 }, 'zh')).toEqual({ scene: '公众演讲' });
    expect(generationOptionsOf({ scene: 24 }, 'en')).toEqual({ scene: 'speech' });
  });

  it('of two in one group the last counts, the default included', () => {
    expect(generationOptionsOf([2, 4])).toEqual({ pages: 'long' });
    expect(generationOptionsOf([2, 3])).toEqual({});
  });

  it.each<[SeniorOptions, RegExp]>([
    [{ page: 999 }, /page has no option 999; see/],
    [{ page: 12 }, /page has no option 12/],
    [{ colour: 3 }, /there is no group "colour"/],
    [[999], /the list has no option 999/],
    [['x'.repeat(200)], /the list has no option "x{60}"/],
    [['1e1'], /no option "1e1"/],
    [[1], /no option 1 \(it is a group: send one of its children\)/],
    [{ page: [3, -1] }, /no option -1/],
    [{ __proto__x: 3 }, /there is no group "__proto__x"/],
  ])('%j is refused by name', (options, sentence) => {
    expect(() => generationOptionsOf(options)).toThrow(sentence);
    expect(() => generationOptionsOf(options)).toThrow(ServiceError);
  });
});
