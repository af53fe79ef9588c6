import { parse, write } from '../../../src/web/page/outline';
import { pasteAt, pastedLines, splitAt } from '../../../src/web/page/outline-lines';

const DECK = '# Title words\n## First second\ntext\n### Page one\n#### Point\n';
const idOf = (outline: ReturnType<typeof parse>, words: string) => outline.nodes.find(({ text }) => text === words)!.id;

test.each([
  ['First second', 5, 5, '# Title words\n## First\n## second\ntext\n### Page one\n#### Point\n', 'second'],
  ['First second', 0, 0, '# Title words\n## \n## First second\ntext\n### Page one\n#### Point\n', 'First second'],
  ['Page one', 2, 5, '# Title words\n## First second\ntext\n### Pa\n### one\n#### Point\n', 'one'],
  ['Title words', 5, 5, '# Title\n## words\n## First second\ntext\n### Page one\n#### Point\n', 'words'],
])('Enter splits “%s” at %i to %i', (words, start, end, expected, focused) => {
  const outline = parse(DECK);
  const split = splitAt(outline, idOf(outline, words), start, end);
  expect(write(split.outline)).toBe(expected);
  expect(split.outline.nodes.find(({ id }) => id === split.id)?.text).toBe(focused);
});

test.each([
  ['- one\n- two', ['one', 'two']],
  ['1. one\n2) two\n3、three', ['one', 'two', 'three']],
  ['• one\r\n\r\n•two', ['one', 'two']],
  ['（一）甲\n（二）乙', ['甲', '乙']],
  ['- [ ] one\n- [x] two', ['one', 'two']],
  ['3.5 million\n-5 %', ['3.5 million', '-5 %']],
])('reads the lines of the list %j', (text, expected) => {
  expect(pastedLines(text).map((line) => line.text)).toEqual(expected);
});

test('indentation and heading marks become levels', () => {
  expect(pastedLines('- a\n  - b\n    - c\n- d').map(({ depth }) => depth)).toEqual([0, 1, 2, 0]);
  expect(pastedLines('a\n\tb\nc').map(({ depth }) => depth)).toEqual([0, 1, 0]);
  expect(pastedLines('# a\n## b\n- c\n## d').map(({ depth }) => depth)).toEqual([0, 1, 2, 1]);
});

test('a pasted list becomes headings below the line, deeper ones inside', () => {
  const outline = parse('# T\n## A\n### old\n## B\n');
  const pasted = pasteAt(outline, idOf(outline, 'old'), '- one\n  - inside\n- two', 0, 3)!;
  expect(write(pasted.outline)).toBe('# T\n## A\n### one\n#### inside\n### two\n## B\n');
  expect(pasted.added).toBe(2);
});

test('words after the caret go to the last pasted line, and the title gets chapters', () => {
  const outline = parse('# Before after\n## A\n');
  const pasted = pasteAt(outline, outline.nodes[0]!.id, 'x\ny', 7)!;
  expect(write(pasted.outline)).toBe('# Before x\n## yafter\n## A\n');
});

test('a single line is left to the browser', () => {
  const outline = parse('# T\n');
  expect(pasteAt(outline, outline.nodes[0]!.id, 'one\n', 1)).toBeUndefined();
});
