import fc from 'fast-check';
import { folderName, safeName } from '../../activities/file-names';
import { userKeyOf } from '../../src/core/deck-id';
import { deckKeys } from '../core/keys';
import { cells, figure, runs } from '../deep';

describe('the name of a file', () => {
  it('keeps what people write', () => {
    expect(safeName('Quarterly review – 季度回顾 (v2)')).toBe('Quarterly review – 季度回顾 (v2)');
  });

  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['..', 'deck'],
    ['', 'deck'],
    ['   ', 'deck'],
    ['/', 'deck'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['.hidden', 'hidden'],
    ['trailing. . ', 'trailing'],
    ['CON', 'deck CON'],
    ['nul.txt', 'deck nul.txt'],
    ['LPT1', 'deck LPT1'],
    ['a\u0000b\u202ec\u200bd', 'abcd'],
    ['half \ud83d surrogate', 'half surrogate'],
    ['e\u0301', '\u00e9'],
  ])('%j becomes %j', (text, name) => {
    expect(safeName(text)).toBe(name);
  });

  it('is at most 120 bytes and cut between characters', () => {
    const name = safeName('字'.repeat(200));
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(130);
    expect(name).toMatch(/^字+$/);
  });

  it('never leaves its folder, whatever it is made from', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const name = safeName(`..${String.fromCharCode(code)}..${String.fromCharCode(code)}x`);
      expect(name).not.toMatch(/[/\\\u0000]|^\.{1,2}$/);
      expect(name.length).toBeGreaterThan(0);
    }
  });
});

describe('the folder of a user or a request', () => {
  const LONG = '字'.repeat(40);

  it.each([
    'eve',
    'Eve',
    'u1',
    'reefs-1',
    'a.b_c@d+e=f-g',
    '季度',
    'u1~app',
    '550e8400-e29b-41d4-a716-446655440000',
    LONG,
  ])('of %s has its name', (id) => expect(folderName(id)).toBe(id));

  it.each(['.', '..', 'eve.', '.eve', 'CON', 'nul.txt', 'e\u0301', `${LONG}字`, 'eve~1', `eve~${'0'.repeat(16)}`])(
    'of %s has a hash behind it',
    (id) => {
      const clean = safeName(id);
      expect(folderName(id)).toMatch(/~[0-9a-f]{16}$/);
      expect(folderName(id).slice(0, clean.length + 1)).toBe(`${clean}~`);
      expect(Buffer.byteLength(folderName(id))).toBeLessThanOrEqual(150);
    },
  );

  it('is its own: no two ids have one folder', () => {
    const look = ['deck', '..', '...', '', 'eve', 'eve.', '.eve', 'eve..', 'e\u0301ve', '\u00e9ve', 'CON', 'deck CON'];
    const long = [LONG, `${LONG}字`, `${LONG}次`, `${LONG}${'字'.repeat(59)}`, `${LONG}${'字'.repeat(60)}`];
    const plain = [...look, ...long].flatMap((id) => [id, `${id}~app`, `${id}~app.`, `${id}~`]);
    const ids = [...plain, ...plain.map(folderName)];
    const distinct = new Set(ids);
    expect(new Set([...distinct].map(folderName)).size).toBe(distinct.size);
  });

  it('is its own for any ids, with and without a channel', () => {
    let pairs = 0;
    fc.assert(
      fc.property(deckKeys, deckKeys, (one, other) => {
        const folders = [one, other].map((keys) => [userKeyOf(keys), keys.request].map(folderName).join('/'));
        pairs += 1;
        expect(folders[0] === folders[1]).toBe(JSON.stringify(one) === JSON.stringify(other));
        // The very name of one folder as another id.
        const [uid, request] = [folderName(one.uid), folderName(one.request)];
        for (const [id, folder] of [
          [one.uid, uid],
          [one.request, request],
        ] as const) {
          if (id !== folder) expect(folderName(folder)).not.toBe(folder);
        }
      }),
      { numRuns: cells(runs(2_000), 30_000) },
    );
    figure(`output folders: ${pairs} pairs of ids, none shared`);
  });
});
