import { safeName } from '../../activities/download';

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
