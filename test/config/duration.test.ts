import fc from 'fast-check';
import { formatDuration, parseDuration } from '../../src/config/duration';
import { formatSize, parseSize } from '../../src/config/size';

describe('a duration', () => {
  test.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['3 days', 259_200_000],
    ['1 day', 86_400_000],
    ['15m', 900_000],
    ['15 minutes', 900_000],
    ['0s', 0],
    [' 2s ', 2_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '5', '-1s', '1e3s', '3 fortnights', '1h30m', 's', 'Infinity s', '1  s', '1S', '99999 days', '.5s'])(
    '%p is refused',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  test.each([
    [259_200_000, '3 days'],
    [86_400_000, '1 day'],
    [5_400_000, '90m'],
    [90_000, '90s'],
    [1_500, '1500ms'],
    [0, '0s'],
  ])('%d ms is written %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test('what is written is read back as the same', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3_650 * 86_400_000 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });
});

describe('a size', () => {
  test.each([
    ['32 MB', 33_554_432],
    ['4KB', 4_096],
    ['1.5 kb', 1_536],
    ['10 B', 10],
    ['1 GB', 1_073_741_824],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test.each(['', '32', '-1 MB', '4 KiB', '1 TB', 'MB', '1,5 MB'])('%p is refused', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });

  test('what is written is read back as the same', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), (bytes) => {
        fc.pre(bytes % 1024 === 0 || bytes < 1e9);
        expect(parseSize(formatSize(bytes))).toBe(bytes);
      }),
    );
  });
});
