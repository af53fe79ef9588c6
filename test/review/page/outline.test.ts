import * as fc from 'fast-check';
import { faultOf } from '../../../src/outline/outline-facts';
import {
  addAfter,
  addUnder,
  drop,
  linesUnder,
  move,
  numbersOf,
  type Outline,
  parse,
  remove,
  rename,
  setBody,
  write,
} from '../../../src/web/page/outline';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '# A',
    '## B',
    '### C',
    '#### D',
    '##### E',
    '- a',
    '| a | b |',
    '```',
    '~~~',
    '# c ##',
    '#',
    '##\t',
    '##标题',
    '##E ##',
    '===',
    '---',
    'title: F',
    '<!-- a --> ## G',
    '<!-- b',
    'c --> # H',
    '\r',
  ),
  fc.string(),
  fc.tuple(fc.constantFrom('# ', '##  ', '### ', '####\t', '    '), fc.string()).map((parts) => parts.join('')),
);
const text = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r')).map(([lines, by]) => lines.join(by));
const sorted = (markdown: string) => markdown.split(/\r\n|\r|\n/).sort();
const idOf = (outline: Outline, words: string) => outline.nodes.find((node) => node.text === words)!.id;

const DECK = '# T\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n### A2\n#### P\n## B\n### B1\n';

test('converting any text to a tree and back is lossless', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (markdown) => {
      expect(write(parse(markdown))).toBe(markdown);
    }),
  );
});

test('moving headings neither loses nor adds lines', () => {
  const directions = fc.constantFrom('up' as const, 'down' as const);
  fc.assert(
    fc.property(text, fc.nat(), directions, (markdown, choice, direction) => {
      const outline = parse(markdown);
      fc.pre(outline.nodes.length > 0);
      const moved = move(outline, outline.nodes[choice % outline.nodes.length]!.id, direction);
      expect(sorted(write(moved ?? outline))).toEqual(sorted(markdown));
    }),
  );
});

test('changing levels and dropping headings keeps all text', () => {
  const ways = fc.constantFrom('in' as const, 'out' as const, 'before' as const, 'after' as const, 'under' as const);
  const words = (outline: Outline) => outline.nodes.flatMap((node) => [node.text, ...linesUnder(node)]).sort();
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), ways, (markdown, first, second, way) => {
      const outline = parse(markdown);
      fc.pre(outline.nodes.length > 0);
      const [id, target] = [first, second].map((choice) => outline.nodes[choice % outline.nodes.length]!.id);
      const moved = way === 'in' || way === 'out' ? move(outline, id!, way) : drop(outline, id!, target!, way);
      if (moved !== undefined) expect(words(moved)).toEqual(words(outline));
    }),
  );
});

test('renaming a heading changes only its own line', () => {
  const outline = parse(DECK);
  expect(write(rename(outline, idOf(outline, 'A2'), 'New\nname'))).toBe(DECK.replace('### A2', '### New name'));
});

test('the text under a heading can be edited', () => {
  const outline = parse(DECK);
  expect(write(setBody(outline, idOf(outline, 'P'), 'one\ntwo'))).toBe(DECK.replace('#### P\n', '#### P\none\ntwo\n'));
});

test.each([
  ['up', 'A2', '# T\n## A\n### A2\n#### P\n### A1\ntext\n- bullet\n\n| x | y |\n## B\n### B1\n'],
  ['down', 'A1', '# T\n## A\n### A2\n#### P\n### A1\ntext\n- bullet\n\n| x | y |\n## B\n### B1\n'],
  ['up', 'B1', '# T\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n### A2\n#### P\n### B1\n## B\n'],
  ['down', 'A2', '# T\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n## B\n### A2\n#### P\n### B1\n'],
  ['up', 'B', '# T\n## B\n### B1\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n### A2\n#### P\n'],
  ['out', 'P', '# T\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n### A2\n### P\n## B\n### B1\n'],
  ['in', 'B', '# T\n## A\n### A1\ntext\n- bullet\n\n| x | y |\n### A2\n#### P\n### B\n#### B1\n'],
] as const)('moving %s takes %s with all that is under it', (direction, words, expected) => {
  const outline = parse(DECK);
  expect(write(move(outline, idOf(outline, words), direction)!)).toBe(expected);
});

test.each([
  ['up', 'A'],
  ['down', 'B1'],
  ['in', 'A1'],
  ['in', 'A2'],
  ['out', 'A'],
  ['up', 'T'],
] as const)('nothing goes %s from where %s is', (direction, words) => {
  const outline = parse(DECK);
  expect(move(outline, idOf(outline, words), direction)).toBeUndefined();
});

test('a page can be dropped before, after and under others, but not into itself', () => {
  const outline = parse(DECK);
  const dropped = (words: string, target: string, where: 'before' | 'after' | 'under') => {
    const result = drop(outline, idOf(outline, words), idOf(outline, target), where);
    return result?.nodes.map(({ level, text }) => `${level}${text}`).join(' ');
  };
  expect(dropped('B1', 'A1', 'before')).toBe('1T 2A 3B1 3A1 3A2 4P 2B');
  expect(dropped('A1', 'B1', 'after')).toBe('1T 2A 3A2 4P 2B 3B1 3A1');
  expect(dropped('A1', 'B', 'under')).toBe('1T 2A 3A2 4P 2B 3A1 3B1');
  expect(dropped('A2', 'T', 'under')).toBe('1T 2A2 3P 2A 3A1 2B 3B1');
  expect(dropped('A', 'A1', 'after')).toBeUndefined();
  expect(dropped('A', 'B1', 'under')).toBeUndefined();
});

test('added headings start on a new line, also at the end of the text', () => {
  const outline = parse(DECK);
  const added = addAfter(outline, idOf(outline, 'B'));
  expect(write(rename(added.outline, added.id, 'C'))).toBe(`${DECK}## C\n`);
  const page = addUnder(outline, idOf(outline, 'A'))!;
  expect(write(rename(page.outline, page.id, 'A3'))).toBe(DECK.replace('## B', '### A3\n## B'));
  expect(addUnder(outline, idOf(outline, 'P'))).toBeUndefined();
});

test('removing a heading removes its subtree; the title cannot be removed', () => {
  const outline = parse(DECK);
  expect(write(remove(outline, idOf(outline, 'A')))).toBe('# T\n## B\n### B1\n');
  expect(remove(outline, idOf(outline, 'T'))).toBe(outline);
});

test('chapters, pages and points are numbered', () => {
  const outline = parse(DECK);
  expect(numbersOf(outline)).toEqual(['', '1', '1.1', '1.2', '1.2.1', '2', '2.1']);
});

test.each([
  ['', 'empty'],
  ['words', 'no-title'],
  ['# T', 'no-chapter'],
  ['# T\n## A\n###', 'empty-heading'],
  [`# ${'T'.repeat(501)}\n## A`, 'too-long'],
  ['# T\n## A\n'.repeat(1001), 'too-large'],
  ['{"value": "T"}', 'not-markdown'],
  ['# T\n## A', undefined],
] as const)('reports what the deck would reject before it is sent: %j', (markdown, fault) => {
  expect(faultOf(markdown)?.fault).toBe(fault);
});

test('an underlined heading keeps its form until it is changed', () => {
  const markdown = 'Deck\n====\n\nOne\nchapter\n---\ntext\n';
  const outline = parse(markdown);
  expect(outline.nodes.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Deck'],
    [2, 'One chapter'],
  ]);
  expect(write(rename(outline, idOf(outline, 'One chapter'), '1'))).toBe('Deck\n====\n\n## 1\ntext\n');
});

test('a heading inside a code fence is text', () => {
  expect(parse('# T\n```\n# not one\n```\n## A').nodes.map((node) => node.text)).toEqual(['T', 'A']);
});
