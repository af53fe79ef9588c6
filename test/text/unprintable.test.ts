import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  escapedJson,
  oneLine,
  readable,
  readableThroughout,
  terminalText,
  unprintableFault,
} from '../../src/base/text/unprintable';
import { COMPLETE, cells, runs } from '../deep';

const BELL = '\u0007';
const flag = (letters: string) =>
  `\u{1f3f4}${[...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')}\u{e007f}`;

/** Each character by what a terminal or a page does with it, written without the patterns that are tested. */
const steers = (character: string): boolean => {
  const code = character.codePointAt(0)!;
  const control = (code < 0x20 && !'\t\n\r'.includes(character)) || (code >= 0x7f && code <= 0x9f);
  const reorders = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x206f);
  const separates = code === 0x2028 || code === 0x2029 || (code >= 0xfff9 && code <= 0xfffb);
  return control || reorders || separates || (code >= 0xe0000 && code <= 0xe007f);
};
/** Of the planes without a character yet, and of ideographs, a sample unless the run is complete. */
const isChosen = (code: number) => COMPLETE || code < 0x3000 || code % 61 === 0 || (code >= 0xf000 && code <= 0x1ffff);
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && (isChosen(code) || code >> 8 === 0xe00))
  .map((code) => String.fromCodePoint(code));

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom(
        '\x1b]52;c;eA==\x07',
        '\x1b[2K',
        '\x1b[1A',
        '\u009b31m',
        '\u009d0;title\u009c',
        '\r',
        '\r\n',
        '\u2028',
        '\u202e',
        '\u2066',
        '\u{e0041}',
        flag('gbeng'),
        '\ufeff',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('what reaches a screen', () => {
  it('of all characters, exactly those that steer, reorder or separate are taken out of a text', () => {
    const isKept = (character: string) => readable(`a${character}b`) === `a${character}b`;
    const wrong = everyCharacter.filter((character) => isKept(character) === (steers(character) || character === '\r'));
    expect(wrong).toEqual([]);
  });

  it('a terminal gets no character without a width but the two joiners, variation selectors and soft hyphens', () => {
    const marks = ['\u061c', '\u180e', '\u200b', '\u200e', '\u200f', '\u2060', '\u2064', '\ufeff'];
    expect(marks.map((mark) => terminalText(`a${mark}b`))).toEqual(marks.map(() => 'ab'));
    const kept = ['👨‍👩‍👧', 'نمی‌خواهم', 'क्‍ष', '❤️', '葛\u{e0100}', 'so\u00adft', flag('gbsct')];
    expect(kept.map(terminalText)).toEqual(kept);
  });

  it.each([
    ['\x1b]52;c;eA==\x07paid', ' ]52;c;eA== paid'],
    ['\x1b[31mred\x1b[0m', ' [31mred [0m'],
    ['a\u009b2Jb', 'a 2Jb'],
    ['one\r\ntwo', 'one\ntwo'],
    ['good\rbad', 'good bad'],
    ['a\u2028b\u2029c\u0085d\u000be', 'a b c d e'],
    ['user\u202egpj.exe', 'usergpj.exe'],
    [`x${flag('hidden text')}`, 'x\u{1f3f4}\u{e0068}\u{e0069}\u{e0064}\u{e0064}\u{e0065}\u{e006e}'],
  ])('%j is shown as %j: nothing visible is lost', (given, shown) => {
    expect(terminalText(given)).toBe(shown);
  });

  it('a field of one line stays one line', () => {
    expect(oneLine('Tea\n✔ Approved\r\n\tby Ann\u2028now')).toBe('Tea ✔ Approved  by Ann now');
  });

  it('whatever comes, a terminal gets text and line feeds, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = terminalText(text);
        expect(
          [...shown].filter((character) => character === '\r' || (steers(character) && character < '\u{e0000}')),
        ).toEqual([]);
        expect(terminalText(shown)).toBe(shown);
        expect(oneLine(text)).not.toMatch(/[\n\t]/);
        // Everything that can be seen is still there, in its order.
        const visible = (given: string) => given.replace(/[\p{C}\p{Z}]/gu, '');
        expect(visible(shown)).toBe(visible(text));
      }),
      { numRuns: cells(runs(400), 2_000) },
    );
  });

  it('values keep their shape', () => {
    const value = { a: [`x${BELL}y`, 1, null, { b: 'z\u202e' }], c: true };
    expect(readableThroughout(value)).toEqual({ a: ['x y', 1, null, { b: 'z' }], c: true });
    expect(inspect(readableThroughout(undefined))).toBe('undefined');
  });
});

describe('JSON', () => {
  it('says the same and holds no character that a screen acts on', () => {
    fc.assert(
      fc.property(fc.jsonValue(), hostile, (value, text) => {
        const given = { value, text, [text]: text };
        const json = escapedJson(JSON.stringify(given));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
        expect([...json].filter((character) => steers(character) || '\r\u200b\ufeff'.includes(character))).toEqual([]);
      }),
      { numRuns: cells(runs(200), 1_000) },
    );
  });

  it('escapes as JSON does', () => {
    expect(escapedJson('{"a":"\u009b\u202e\u2028\u{e0041}é中"}\n')).toBe(
      '{"a":"\\u009b\\u202e\\u2028\\udb40\\udc41é中"}\n',
    );
  });
});

describe('an edit', () => {
  it('is refused for exactly the characters that steer, reorder or separate, with their line', () => {
    const isRefused = (character: string) => unprintableFault(`# A\n${character}`, 'x') !== undefined;
    expect(everyCharacter.filter((character) => isRefused(character) !== steers(character))).toEqual([]);
    expect(unprintableFault('# A\n\n## B\u202e\n', 'the outline')).toBe(
      'the outline contains the character U+202E in line 3, which can hide or reorder text on a screen; remove it',
    );
  });

  it('may hold what people write: lines, tabs, direction marks, joiners, emoji', () => {
    const texts = ['a\tb\r\nc', 'שלום\u200f!', '\u061cنص', '👩‍💻 ❤️', flag('gbwls'), '\ufeff# Title', 'ไทย\u200bไทย'];
    expect(texts.map((text) => unprintableFault(text, 'x'))).toEqual(texts.map(() => undefined));
  });

  it('that a person was shown is taken back as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(unprintableFault(readable(text), 'x')).toBeUndefined();
        expect(unprintableFault(terminalText(text), 'x')).toBeUndefined();
      }),
      { numRuns: cells(runs(400), 2_000) },
    );
  });
});
