import fc from 'fast-check';
import { folderName } from '../../activities/file-names';
import { deckFolder } from '../../src/core/deck-folder';
import { userKeyOf } from '../../src/core/deck-id';
import { folderIdOf } from '../../src/decks/input/plan';
import { cells, figure, runs } from '../deep';
import { deckKeys } from './keys';

describe('the directory of a deck', () => {
  it.each([
    ['Eight planets in ten minutes', 'eight-planets-in-ten-minutes-r1'],
    ["Don't panic: Q3 review (v2)!", 'dont-panic-q3-review-v2-r1'],
    ['八大行星', '八大行星-r1'],
    ['स्वच्छ ऊर्जा', 'स्वच्छ-ऊर्जा-r1'],
    ['می‌خواهم', 'میخواهم-r1'],
    ['e\u0301te\u0301', 'été-r1'],
    ['../../etc/passwd', 'etc-passwd-r1'],
    ['C:\\Windows\\system32', 'c-windows-system32-r1'],
    ['CON', 'con-r1'],
    ['nul.txt.', 'nul-txt-r1'],
    ['a\u0000b\u202ec', 'a-bc-r1'],
    ['❤️ 🚀 …', 'r1'],
    ['', 'r1'],
    ['one '.repeat(50), `${'one-'.repeat(15)}r1`],
    ['字'.repeat(200), `${'字'.repeat(20)}-r1`],
    [`e${'\u0323\u0331'.repeat(90)}`, 'r1'],
  ])('of %j is %s', (title, name) => expect(deckFolder(title, 'r1')).toBe(name));

  it('is a valid name on every system, whatever the title, and bounded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), deckKeys, (title, keys) => {
        const name = deckFolder(title, folderIdOf(keys));
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(74);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
        expect(name).toBe(name.normalize('NFC'));
        if (/[^a-z\d]/.test(name)) expect(folderName(name)).toBe(name);
      }),
      { numRuns: cells(runs(2_000), 30_000) },
    );
  });
});

describe('the id in its name', () => {
  it('is the key, if that is short and in lower case', () => {
    expect(folderIdOf({ uid: 'local', request: 'd4524383' })).toBe('d4524383');
  });

  it.each([
    { uid: 'local', request: 'D4524383' },
    { uid: 'Local', request: 'd4524383' },
    { uid: 'local', request: 'd-4524383' },
    { uid: 'local', request: 'd452438300000' },
    { uid: 'local', channel: 'App', request: 'd4524383' },
  ])('is a hash of %j', (keys) => expect(folderIdOf(keys)).toMatch(/^[a-z0-9]{13}$/));

  it('keeps any two decks apart, also with one title, and in a file system that ignores case', () => {
    let pairs = 0;
    const pathOf = (keys: { uid: string; channel?: string | undefined; request: string }, title: string) =>
      [folderName(userKeyOf(keys)), folderName(deckFolder(title, folderIdOf(keys)))].join('/').toLowerCase();
    fc.assert(
      fc.property(deckKeys, deckKeys, fc.string({ maxLength: 30 }), (one, other, title) => {
        const folders = [one, other, { ...one, request: one.request.toUpperCase() }].map((keys) => pathOf(keys, title));
        pairs += 1;
        expect(folders[0] === folders[1]).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(folders[0] === folders[2]).toBe(one.request === one.request.toUpperCase());
        // The end of one name as a title.
        expect(pathOf({ ...one, request: 'r1' }, title)).not.toBe(pathOf({ ...one, request: '1' }, `${title} r`));
      }),
      { numRuns: cells(runs(2_000), 30_000) },
    );
    figure(`directories of decks: ${pairs} pairs of ids, none shared`);
  });
});
