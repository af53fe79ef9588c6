import * as fc from 'fast-check';
import { parse } from '../../../src/web/page/outline';
import { countChanges, diffOutlines, type Entry } from '../../../src/web/page/tree-diff';

const DECK = '# T\n## A\n### A1\ntext\n### A2\n#### P\n## B\n### B1\n### B2\n### B3\n';

const diff = (before: string, after: string) => diffOutlines(parse(before), parse(after));
const none = { added: 0, removed: 0, renamed: 0, moved: 0, text: 0 };

/** Every changed heading, as `number kinds words`, with `[-old-]` and `{+new+}` words. */
function changes(entries: readonly Entry[]): string[] {
  const marks = { '-': ['[-', '-]'], '+': ['{+', '+}'], ' ': ['', ''] } as const;
  const words = (parts: Entry['heading']) =>
    parts.map(({ mark, text }) => marks[mark][0] + text + marks[mark][1]).join('');
  return entries.flatMap((entry) => [
    ...(entry.kinds.length === 0 ? [] : [`${entry.number} ${entry.kinds.join('+')} ${words(entry.heading)}`]),
    ...changes(entry.children),
  ]);
}

test.each([
  ['a renamed heading, with the changed words', DECK.replace('### B2', '### B2 today'), ['2.2 renamed B2{+ today+}']],
  [
    'a heading with entirely new words in its place',
    DECK.replace('### B2', '### Costs'),
    ['2.2 renamed [-B2-]{+Costs+}'],
  ],
  [
    'one moved heading, not its neighbors',
    DECK.replace('### B1\n### B2\n### B3', '### B3\n### B1\n### B2'),
    ['2.1 moved B3'],
  ],
  [
    'a page that moved to another chapter',
    DECK.replace('### B1\n', '').replace('## B\n', '### B1\n## B\n'),
    ['1.3 moved B1'],
  ],
  [
    'a chapter that moved with its pages',
    '# T\n## B\n### B1\n### B2\n### B3\n## A\n### A1\ntext\n### A2\n#### P\n',
    ['2 moved A'],
  ],
  ['an added heading', DECK.replace('### B2', '### New\n### B2'), ['2.2 added {+New+}']],
  [
    'a removed chapter with everything inside',
    DECK.replace(/## A[\s\S]*?(?=## B)/, ''),
    ['1 removed [-A-]', '1.1 removed [-A1-]', '1.2 removed [-A2-]', '1.2.1 removed [-P-]'],
  ],
  ['a changed text', DECK.replace('text', 'other words'), ['1.1 text A1']],
  [
    'a page that was renamed and moved',
    '# T\n## A\n### A1\ntext\n### A2\n#### P\n## B\n### B3\n### B1 now\n### B2\n',
    ['2.1 moved B3', '2.2 renamed B1{+ now+}'],
  ],
])('shows %s', (_, after, expected) => {
  expect(changes(diff(DECK, after))).toEqual(expected);
});

test('marks Chinese words', () => {
  const [title] = diff('# 城市里的蜜蜂\n', '# 城市里的蝴蝶\n');
  expect(title!.heading).toEqual([
    { mark: ' ', text: '城市里的' },
    { mark: '-', text: '蜜蜂' },
    { mark: '+', text: '蝴蝶' },
  ]);
});

test('names the former number of a moved heading', () => {
  const [title] = diff(DECK, DECK.replace('### B1\n### B2\n### B3', '### B3\n### B1\n### B2'));
  expect(title!.children[1]!.children[0]).toMatchObject({ number: '2.1', was: '2.3' });
});

const outline = fc
  .array(fc.tuple(fc.constantFrom('##', '###', '####'), fc.constantFrom('A', 'B', 'C', 'A B', 'B C', 'D')), {
    maxLength: 12,
  })
  .map((lines) => ['# T', ...lines.map((line) => line.join(' '))].join('\n'));

test('an outline has no changes against itself', () => {
  fc.assert(
    fc.property(outline, (text) => {
      expect(countChanges(diff(text, text))).toEqual(none);
    }),
  );
});

test('every heading of both outlines is shown once', () => {
  const sizeOf = (entries: readonly Entry[], kind?: string): number =>
    entries.reduce(
      (sum, { kinds, children }) =>
        sum + (kind === undefined || kinds.some((one) => one === kind) ? 1 : 0) + sizeOf(children, kind),
      0,
    );
  fc.assert(
    fc.property(outline, outline, (before, after) => {
      const entries = diff(before, after);
      const [old, now] = [parse(before).nodes.length, parse(after).nodes.length];
      expect(sizeOf(entries) - sizeOf(entries, 'removed')).toBe(now);
      expect(sizeOf(entries) - sizeOf(entries, 'added')).toBe(old);
    }),
  );
});
