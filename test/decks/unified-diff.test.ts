import * as fc from 'fast-check';
import { unifiedDiff } from '../../src/decks/unified-diff';
import { diffLines } from '../../src/outline/line-diff';

const side = (before: string, after: string, leftOut: '+' | '-') =>
  diffLines(before, after)
    .filter(({ mark }) => mark !== leftOut)
    .map(({ text }) => text);

test('both texts can be read from a comparison, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', '# c'), { maxLength: 12 })
    .map((lines) => lines.join('\n').trimEnd());
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(side(before, after, '+').join('\n')).toBe(before);
      expect(side(before, after, '-').join('\n')).toBe(after);
    }),
  );
});

test('what is common stays: one changed line is one line out and one line in', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const before = lines.join('\n');
  const after = lines.map((line) => (line === 'line 10' ? 'LINE 10' : line)).join('\n');
  const diff = unifiedDiff({ name: 'revision 1', text: before }, { name: 'revision 2', text: after });
  expect(diff.split('\n')).toEqual([
    '--- revision 1',
    '+++ revision 2',
    '@@ -7,7 +7,7 @@',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+LINE 10',
    ' line 11',
    ' line 12',
    ' line 13',
  ]);
});

test('distant changes get separate hunks; the numbers are those of each text', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at + 1}`);
  const after = ['new', ...lines.filter((line) => line !== '25')];
  const diff = unifiedDiff({ name: 'a', text: lines.join('\n') }, { name: 'b', text: after.join('\n') });
  expect(diff.match(/^@@ .*$/gm)).toEqual(['@@ -1,3 +1,4 @@', '@@ -22,7 +23,6 @@']);
});

test('the same text has no diff; line ends and the end of the file do not count', () => {
  expect(unifiedDiff({ name: 'a', text: 'x\r\ny\n' }, { name: 'b', text: 'x\ny' })).toBe('');
});

test('texts too different for a table are shown as replaced', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`).join('\n');
  const lines = diffLines(many('old'), many('new'));
  expect(lines.filter(({ mark }) => mark === '-')).toHaveLength(3_000);
  expect(lines.filter(({ mark }) => mark === '+')).toHaveLength(3_000);
});
