import { itemsOf } from '../../../src/outline/outline-items';
import { placedThreads } from '../../../src/outline/placed-threads';
import {
  commentsOn,
  itemsOfNodes,
  onSlide,
  sorted,
  threadsAtNodes,
  withComment,
} from '../../../src/web/page/item-comments';
import { parse, rename } from '../../../src/web/page/outline';

const TEXT = `# Tea **now**

## Kinds

### Green

Some text.

| a | b |
|---|---|
| 1 | 2 |

#### Sencha

## Kinds

### Green
`;
const outline = parse(TEXT);
const items = itemsOf(TEXT);
const pathsOf = (nodes: typeof outline.nodes) => {
  const found = itemsOfNodes(nodes, items);
  return nodes.map(({ id }) => found.get(id)?.[0]?.path);
};

describe('the items of headings', () => {
  it('are found next to text and tables, which are items without a heading', () => {
    const sencha = items.find(({ heading }) => heading === 'Sencha')!.path;
    expect(sencha).not.toBe('1.1.1');
    expect(pathsOf(outline.nodes)).toEqual(['0', '1', '1.1', sencha, '2', '2.1']);
  });

  it('come with the lines of text and tables under them', () => {
    const lines = itemsOfNodes(outline.nodes, items).get(outline.nodes[2]!.id)!.slice(1);
    expect(lines.map(({ heading, line = '' }) => `${heading}: ${line}`)).toEqual([
      'Green: Some text.',
      'a | b: ',
      'a | b: 1 | 2',
    ]);
  });

  it('exclude headings that the reviewer has changed', () => {
    const { nodes } = rename(outline, outline.nodes[1]!.id, 'Sorts');
    expect(pathsOf(nodes)[1]).toBeUndefined();
    expect(pathsOf(nodes)[0]).toBe('0');
  });
});

it('threads are shown at the heading they are about, unless it has changed', () => {
  const line = items.find((item) => item.line === 'Some text.')!;
  const said = { gate: 'outline' as const, revision: 1, by: 'Ann', at: '', replies: [] };
  const threads = placedThreads(
    [
      { number: 1, item: { path: '2', heading: 'kinds' }, text: 'Twice', ...said },
      { number: 2, item: { path: '1', heading: 'Sorts' }, text: 'Gone', ...said },
      { number: 3, item: line, text: 'Which?', ...said },
      { number: 4, text: 'Shorter', ...said },
    ],
    TEXT,
  );
  expect(threads.map(({ number, removed }) => [number, removed])).toEqual([
    [2, true],
    [4, undefined],
    [3, undefined],
    [1, undefined],
  ]);
  const found = threadsAtNodes(itemsOfNodes(outline.nodes, items), threads);
  expect([...found].map(([id, at]) => [id, at.map(({ text }) => text)])).toEqual([
    [outline.nodes[2]!.id, ['Which?']],
    [outline.nodes[4]!.id, ['Twice']],
  ]);
});

it('a comment on an item that the current revision does not have is lost for its item, but kept', () => {
  const one = withComment([], { item: items[1]! }, { text: 'First' });
  const two = withComment(one, { item: { path: '9', heading: 'Gone' } }, { text: 'Second' });
  const { fitting, lost } = sorted(two, TEXT);
  expect([fitting, lost].map((all) => all.map(({ text }) => text))).toEqual([['First'], ['Second']]);
  expect(withComment(two, { item: items[1]! }, { text: 'Changed' }).map(({ text }) => text)).toEqual([
    'Changed',
    'Second',
  ]);
  expect(withComment(two, { item: items[1]! }, undefined).map(({ text }) => text)).toEqual(['Second']);
});

it('a heading and each line under it have their own comment, which can move to another line', () => {
  const [heading, line, header] = itemsOfNodes(outline.nodes, items).get(outline.nodes[2]!.id)!;
  const two = withComment(withComment([], { item: heading! }, { text: 'Heading' }), { item: line! }, { text: 'Line' });
  expect(commentsOn(two, [heading!, line!, header!])).toEqual({ comments: two, free: header });
  const moved = withComment(two, { item: line! }, { item: header! });
  expect(moved.map(({ item }) => item)).toEqual([heading, header]);
  expect(sorted(moved, TEXT).lost).toEqual([]);
  expect(sorted(moved, TEXT.replace('| a |', '| x |')).lost).toMatchObject([{ item: { heading: 'a | b' } }]);
});

describe('a slide', () => {
  const slides = ['Tea now', 'Contents', 'Kinds', 'Green', 'Kinds', 'Green'].map((title, at) => ({
    title,
    number: at + 1,
  }));
  const itemOf = (at: number) => onSlide(slides, at, items, []).item?.path;

  it('shows the item with its title; the contents are about the title', () => {
    expect(slides.map((_, at) => itemOf(at))).toEqual(['0', '0', '1', '1.1', '2', '2.1']);
  });

  it('has its own comment, and the threads about it or a line on it', () => {
    const all = withComment(
      withComment([], { item: items[0]! }, { text: 'a' }),
      { item: items[0]!, slide: 2 },
      { text: 'b' },
    );
    expect(commentsOn(all, [items[0]!]).comments.map(({ text }) => text)).toEqual(['a']);
    expect(commentsOn(all, [items[0]!], 2).comments.map(({ text }) => text)).toEqual(['b']);
    const said = { gate: 'outline' as const, revision: 1, by: 'Ann', at: '', replies: [] };
    const line = items.find((item) => item.line === 'Some text.')!;
    const threads = placedThreads(
      [
        { number: 1, item: items[0]!, slide: 2, text: 'x', ...said },
        { number: 2, item: items[0]!, text: 'x', ...said },
        { number: 3, item: line, text: 'x', ...said },
        { number: 4, text: 'the whole text', ...said },
      ],
      TEXT,
    );
    const on = (at: number) => onSlide(slides, at, items, threads).threads.map(({ number }) => number);
    expect(slides.map((_, at) => on(at))).toEqual([[2], [1], [], [3], [], []]);
  });
});
