import * as fc from 'fast-check';
import { diffLines } from '../../../src/outline/line-diff';
import { merge } from '../../../src/web/page/merge';
import { canRedo, canUndo, pastOf, present, redo, step, undo } from '../../../src/web/page/undo';

const merged = (common: string, theirs: string, own: string) =>
  merge(diffLines(common, theirs), diffLines(common, own));

test('edits in different places are both kept', () => {
  expect(merged('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nd\ne')).toEqual({ text: 'A\nb\nc\nd\ne', conflicts: 0 });
});

test('a conflict is resolved in favor of the own edit, and counted', () => {
  expect(merged('a\nb\nc', 'a\ntheirs\nc', 'a\nown\nc')).toEqual({ text: 'a\nown\nc', conflicts: 1 });
});

test('if only one side changed, the result is that side', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '# d'), { maxLength: 10 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (common, changed) => {
      expect(merged(common, common, changed)).toEqual({ text: changed, conflicts: 0 });
      expect(merged(common, changed, common)).toEqual({ text: changed, conflicts: 0 });
    }),
  );
});

test('consecutive edits in one place are one undo step; redo works until the next edit', () => {
  let past = step(step(step(pastOf('a'), 'ab', 'x'), 'abc', 'x'), 'abcd', 'y');
  past = undo(past);
  expect(present(past)).toBe('abc');
  past = undo(past);
  expect([present(past), canUndo(past), canRedo(past)]).toEqual(['a', false, true]);
  expect(present(undo(past))).toBe('a');
  past = redo(past);
  expect(present(past)).toBe('abc');
  past = step(past, 'new', 'x');
  expect([present(past), canRedo(past)]).toEqual(['new', false]);
  expect(present(undo(past))).toBe('abc');
});
