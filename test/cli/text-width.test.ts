import { oneLine } from '../../src/base/text/unprintable';
import { cut, padTo, textWidth, wrapped } from '../../src/cli/terminal/text-width';

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

  it.each([
    ['top up the account, then retry', 12, ['top up the', 'account,', 'then retry']],
    ['珊瑚礁 reefs', 6, ['珊瑚礁', 'reefs']],
    ['/a/long/path.pptx here', 8, ['/a/long/', 'path.ppt', 'x here']],
    ['', 5, ['']],
    ['no limit at all', Number.POSITIVE_INFINITY, ['no limit at all']],
  ])('%j wrapped to %d columns is %j', (text, columns, lines) => {
    expect(wrapped(text, columns)).toEqual(lines);
  });

  it('is padded with spaces', () => {
    expect(padTo('珊', 4)).toBe('珊  ');
    expect(padTo('too long', 3)).toBe('too long');
  });

  it('is that of one line, even for a forged title', () => {
    expect(oneLine('a\nb\x1b[31mc\u009b2J')).toBe('a b [31mc 2J');
  });
});
