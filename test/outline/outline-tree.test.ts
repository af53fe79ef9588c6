import fc from 'fast-check';
import type { Outline } from '../../src/outline/outline';
import { OutlineError } from '../../src/outline/outline-limits';
import { fromTree, type OutlineTreeNode, toTree } from '../../src/outline/outline-tree';
import { withEmphasisOf } from '../../src/outline/placed-notes';
import { runs } from '../deep';
import { outline } from './outlines';

const deck: Outline = {
  title: 'Tea',
  language: 'en',
  chapters: [
    {
      title: 'Origins',
      pages: [
        {
          title: 'China',
          blocks: [
            { kind: 'point', title: 'Leaves', text: ['Green ones.'] },
            { kind: 'table', header: ['Kind', 'Taste|smell'], rows: [['Green', 'fresh']] },
          ],
        },
        { title: 'Japan', blocks: [] },
      ],
    },
    { title: 'Trade', pages: [] },
  ],
};

const walk = (node: OutlineTreeNode): OutlineTreeNode[] => [node, ...node.children.flatMap(walk)];

describe('the tree', () => {
  test('has the types, values and places of the specification', () => {
    const nodes = walk(toTree(deck)).map(({ id, parentId, depth, sort, type, value, pageIndex, index }) => [
      ...[id, parentId, depth, sort, type, value],
      pageIndex ?? '-',
      index ?? '-',
    ]);
    expect(nodes).toEqual([
      [1, 0, 1, 0, 'title', 'Tea', 1, '-'],
      [2, 1, 2, 0, 'catalog', 'Contents', 2, '-'],
      [3, 1, 2, 1, 'chapter', 'Origins', 3, 1],
      [4, 3, 3, 0, 'page', 'China', 4, 1],
      [5, 4, 4, 0, 'text', 'Leaves', '-', '-'],
      [6, 5, 5, 0, 'text', 'Green ones.', '-', '-'],
      [7, 4, 4, 1, 'table', '| Kind | Taste\\|smell |', '-', '-'],
      [8, 7, 5, 0, 'row', '| Green | fresh |', '-', '-'],
      [9, 3, 3, 1, 'page', 'Japan', 5, 2],
      [10, 1, 2, 2, 'chapter', 'Trade', 6, 2],
      [11, 1, 2, 3, 'ending', 'Thank you', 7, '-'],
    ]);
  });

  test('leaves say so, other nodes do not', () => {
    for (const node of walk(toTree(deck))) {
      expect(node.lastLevel).toBe(node.children.length === 0 ? true : undefined);
      expect(node).toMatchObject({ direction: 1, expanded: true, showTip: false });
    }
  });

  test('is read back as the outline it was made of, also after a trip as JSON', () => {
    fc.assert(
      fc.property(outline, (value) => {
        const read = fromTree(JSON.parse(JSON.stringify(toTree(value))), value.language);
        expect(withEmphasisOf(value, read)).toEqual(withEmphasisOf(value, value));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('tells the language by the words of its own pages', () => {
    for (const language of ['en', 'zh'] as const) {
      expect(fromTree(toTree({ ...deck, language })).language).toBe(language);
    }
    expect(fromTree({ value: '茶', children: [{ type: 'chapter', value: '起源' }] }).language).toBe('zh');
  });

  test('the same outline has the same ids', () => {
    expect(toTree(deck)).toEqual(toTree(structuredClone(deck)));
  });
});

describe('an edited tree', () => {
  const root = (...children: unknown[]) => ({ type: 'title', value: 'T', children });

  test('custom catalogue and ending headings stay', () => {
    const read = fromTree(
      root(
        { type: 'catalog', value: 'Agenda' },
        { type: 'chapter', value: 'C' },
        { type: 'ending', value: 'Questions?' },
      ),
    );
    expect(read).toMatchObject({ catalog: 'Agenda', ending: 'Questions?' });
  });

  test('unknown types keep their place and their name', () => {
    const tree = root({
      type: 'section',
      value: 'S',
      children: [
        {
          type: 'swot',
          value: 'P',
          children: [{ type: 'quote', value: 'Q', children: [{ type: 'text', value: 'x' }] }],
        },
      ],
    });
    const types = walk(toTree(fromTree(tree))).map((node) => node.type);
    expect(types).toEqual(['title', 'catalog', 'section', 'swot', 'quote', 'text', 'ending']);
  });

  test('a catalog node with children is a chapter by another name', () => {
    const read = fromTree(
      root({ type: 'catalog', value: 'Part', children: [{ type: 'page', value: 'P', children: null }] }),
    );
    expect(read.chapters).toEqual([{ title: 'Part', nodeType: 'catalog', pages: [{ title: 'P', blocks: [] }] }]);
    expect(fromTree(toTree(read))).toEqual(read);
  });

  test('missing levels are filled, line breaks become spaces, nothing is lost', () => {
    const read = fromTree(
      root({ type: 'text', value: 'a\nb' }, { type: 'page', value: 'P', children: [{ type: 'text', value: 'x' }] }),
    );
    expect(read.chapters).toEqual([
      {
        title: 'T',
        pages: [
          { title: 'T', blocks: [{ kind: 'point', title: 'a b', text: [] }] },
          { title: 'P', blocks: [{ kind: 'point', title: 'x', text: [] }] },
        ],
      },
    ]);
  });

  const nested = (depth: number): unknown => ({
    type: 'text',
    value: 'x',
    children: depth > 0 ? [nested(depth - 1)] : [],
  });

  test.each<[unknown, string]>([
    [undefined, 'node $: must be an object'],
    [[], 'node $: must be an object'],
    [{ type: 'title' }, "node $: 'value' must be text"],
    [{ type: 'chapter', value: 'x' }, "node $: the root must be of type 'title', not 'chapter'"],
    [{ type: 'title', value: ' ' }, 'node $: the title is empty'],
    [root(), 'the outline has no chapters: add at least one'],
    [root({ type: 'chapter', value: '' }), 'node $.children[0]: the chapter is empty'],
    [
      root({ type: 'chapter', value: 'C', children: [{ value: 3 }] }),
      "node $.children[0].children[0]: 'value' must be text",
    ],
    [root({ type: 'chapter', value: 'C', children: 'x' }), "node $.children[0]: 'children' must be a list"],
    [root({ type: 7, value: 'C' }), "node $.children[0]: 'type' must be text"],
    [
      root(...Array(2001).fill({ type: 'chapter', value: 'C' })),
      'node $.children[1999]: the outline has more than 2000 headings, paragraphs and table rows',
    ],
  ])('is refused with the path of the node: case %#', (tree, message) => {
    expect(() => fromTree(tree)).toThrow(new OutlineError(message, {}, 'not-markdown'));
  });

  test('a tree of any depth is refused, not followed', () => {
    expect(() => fromTree(root(nested(200)))).toThrow(/the tree is deeper than 12 levels/);
  });
});
