import { z } from 'zod';
import { type SeniorOptions, seniorOptionsText } from '../../../src/contract/generation';
import { optionNode } from '../../../src/contract/options';
import { defaultServiceProfile } from '../../../src/contract/profile';
import { namedOptions } from '../../../src/core/names';
import type { Language } from '../../../src/outline/outline';
import { advancedOptionTree, chosenOptions, generationOptions } from '../../../src/service/options/advanced-options';

const tree = advancedOptionTree();
const children = tree.flatMap((group) => (group.children ?? []).map((option) => ({ ...option, group: group.key })));
const generationOptionsOf = (sent?: SeniorOptions, language: Language = 'en') =>
  generationOptions(chosenOptions(sent), language);
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

  it.each([
    ['page', 2, 4],
    ['group', 6, 16],
    ['scene', 18, 38],
    ['tone', 40, 45],
    ['language', 47, 49],
  ])('serves the ids that clients carry in fixed forms: %s %d to %d', (key, first, last) => {
    const ids = tree.find((group) => group.key === key)!.children!.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
  });

  it('has an option for each of the 4,158 combinations of such a form', () => {
    const ids = (key: string) => tree.find((group) => group.key === key)!.children!.map(({ id }) => id);
    let combinations = 0;
    for (const page of ids('page'))
      for (const group of ids('group'))
        for (const scene of ids('scene'))
          for (const tone of ids('tone')) {
            combinations += 1;
            expect(chosenOptions({ page, group, scene, tone })).toEqual([page, group, scene, tone]);
          }
    expect(combinations).toBe(4158);
  });

  it('has a name for every option, in Chinese and in a word that people may say instead', () => {
    const groups = namedOptions(tree, defaultServiceProfile.names);
    const names = groups.flatMap(({ options }) => options.map((option) => option.names));
    expect(names.filter((own) => own.length < 2)).toEqual([['English']]);
    expect(new Set(names.flat()).size).toBe(names.flat().length);
  });
});

describe('chosen options', () => {
  it.each(chosen.map((option) => [`${option.group} ${option.name}`, option] as const))(
    '%s reaches the writer, in both languages',
    (_name, { id, group }) => {
      const field = { page: 'pages', group: 'audience', scene: 'scene', tone: 'tone', language: 'language' }[group];
      for (const language of ['en', 'zh'] as const) {
        expect(Object.keys(generationOptionsOf({ [group]: id }, language))).toEqual([field]);
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
    expect(generationOptionsOf({ page: 4, group: [7], tone: 41, language: 48 })).toEqual(asked);
    expect(generationOptionsOf(['4', '7', 41, 48])).toEqual(asked);
    expect(generationOptionsOf({ scene: 30 }, 'zh')).toEqual({ scene: '公众演讲' });
    expect(generationOptionsOf({ scene: 30 }, 'en')).toEqual({ scene: 'speech' });
  });

  it('of two in one group the last counts, the default included', () => {
    expect(generationOptionsOf([2, 4])).toEqual({ pages: 'long' });
    expect(generationOptionsOf([2, 3])).toEqual({});
  });

  it.each([
    ['{"page":999,"tone":41}', [41]],
    ['{"page":12,"colour":3,"pages":4}', []],
    ['[47,3,40]', [47, 3, 40]],
    ['[999,"x","1e1",-1,1.5,4,null,{"id":4},[4]]', [4]],
    ['[1,5,17,39,46]', []],
    ['{"scene":null,"page":[2,-1],"tone":{"id":40}}', [2]],
    ['{"__proto__":3,"constructor":4}', []],
    ['null', []],
    ['3', []],
    ['true', []],
    ['"page"', []],
    ['{', []],
    ['nonsense', []],
    ['', []],
    [JSON.stringify(Array(200_000).fill(4)), Array(100).fill(4)],
  ])('in %.50j all but ids of the tree is passed over', (sent, ids) => {
    expect(chosenOptions(z.decode(seniorOptionsText, sent))).toEqual(ids);
  });
});

describe('the answers of a person, next to the options', () => {
  const brief = { kind: 'proposal', audience: 'the board', remember: ['Costs fall'] } as const;

  it('reach the writer', () => {
    const sent = seniorOptionsText.decode(JSON.stringify({ tone: 40, brief: JSON.stringify(brief) }));
    expect(generationOptionsOf(sent)).toMatchObject({ brief });
  });

  it.each([
    '{',
    '"x"',
    '{"kind":"novel"}',
    JSON.stringify({ remember: ['x'.repeat(121)] }),
    JSON.stringify({ remember: ['a', 'b', 'c', 'd'] }),
  ])('are ignored in another form: %s', (text) => expect(generationOptionsOf({ brief: text })).toEqual({}));
});
