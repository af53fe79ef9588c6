import fc from 'fast-check';
import { escapeInline, plainInline } from '../../src/outline/markdown-inline';
import { runs } from '../deep';

describe('inline links leave their words', () => {
  const cases: [source: string, words: string][] = [
    ['[x](https://example.com)', 'x'],
    ['a [x](javascript:alert(3)) b', 'a x b'],
    ['[x](a(b(c)d)e) f)', 'x f)'],
    ['[x](a "b") c', 'x c'],
    ['[x](a "b) c") d', 'x d'],
    ["[x](a 'b) c') d", 'x d'],
    ['[x](a (b)) c', 'x c'],
    ['[x](<a b) c> "d") e', 'x e'],
    ['[x](<a)>) b', 'x b'],
    ['[x]( a ) b', 'x b'],
    ['[x]() b', 'x b'],
    ['![image](images/one(1).png "One") b', 'image b'],
    ['[![badge](b(1).svg)](https://example.com/a(b)) c', 'badge c'],
    ['[x](a\\)b) c', 'x c'],
    ['[x](a\\(b) c', 'x c'],
    ['[x](a address with spaces) b', 'x b'],
    ['[x](one(two) three', 'x three'],
    ['[x](never closed', '[x](never closed'],
    ['no [link] (at all)', 'no [link] (at all)'],
    ['x](a) b', 'x](a) b'],
  ];

  it.each(cases)('%s', (source, words) => expect(plainInline(source)).toBe(words));

  it('never throws and keeps escaped text, whatever the brackets', () => {
    const marks = fc.array(fc.constantFrom('[', ']', '](', '(', ')', '<', '>', '"', "'", ' ', '\\', '!', 'a'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(marks, (pieces) => {
        const text = pieces.join('');
        expect(plainInline(text).length).toBeLessThanOrEqual(text.length);
        expect(plainInline(escapeInline(text))).toBe(text);
      }),
      { numRuns: runs(2000) },
    );
  });
});
