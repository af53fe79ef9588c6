import { cut, padTo, textWidth } from '../../src/cli/terminal/text-width';
import { oneLine } from '../../src/text/unprintable';

describe('the width of a text in a terminal', () => {
  it.each([
    ['', 0],
    ['deck', 4],
    ['珊瑚礁', 6],
    ['ＡＢ', 4],
    ['한국', 4],
    ['かな', 4],
    ['e\u0301', 1],
    ['👩‍💻', 2],
    ['🇨🇳', 2],
    ['“a” …', 5],
  ])('%j takes %d columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it.each([
    ['Coral reefs', 6, 'Coral…'],
    ['珊瑚礁', 5, '珊瑚…'],
    ['珊瑚礁', 4, '珊…'],
    ['珊瑚礁', 6, '珊瑚礁'],
    ['👩‍💻👩‍💻', 3, '👩‍💻…'],
    ['anything', 0, ''],
  ])('%j cut to %d columns is %j', (text, columns, kept) => {
    expect(cut(text, columns)).toBe(kept);
  });

  it('is padded with spaces', () => {
    expect(padTo('珊', 4)).toBe('珊  ');
    expect(padTo('too long', 3)).toBe('too long');
  });

  it('is that of one line, even for a forged title', () => {
    expect(oneLine('a\nb\x1b[31mc\u009b2J')).toBe('a b [31mc 2J');
  });
});
