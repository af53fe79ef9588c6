import { LONGEST_RETRY_AFTER_MS, parseHttpDate, parseRetryAfter } from '../../src/client/retry-after';

const HOUR = 3_600_000;
const NOON = 'Sun, 01 Mar 2026 12:00:00 GMT';

describe('an HTTP date', () => {
  it.each([
    [NOON, Date.UTC(2026, 2, 1, 12)],
    ['Sunday, 01-Mar-26 12:00:00 GMT', Date.UTC(2026, 2, 1, 12)],
    [undefined, undefined],
    ['', undefined],
    ['2026-03-01T12:00:00Z', undefined],
    ['Sun, 01 Mar 2026 12:00:00', undefined],
    ['Sun, 01 Mar 2026 12:00:00 GMT+1', undefined],
    ['on Sun, 01 Mar 2026 12:00:00 GMT', undefined],
    ['Sun, some day GMT', undefined],
  ])('%s is read as %s', (value, time) => {
    expect(parseHttpDate(value)).toBe(time);
  });
});

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['7', 7000],
    [' 12 ', 12_000],
    ['3600', HOUR],
    ['3601', HOUR],
    ['999999999999999', HOUR],
    ['1234567890123456', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['7 s', undefined],
    ['in 7', undefined],
    ['soon', undefined],
  ])('%s asks for %s ms', (value, wait) => {
    expect(parseRetryAfter(value, undefined)).toBe(wait);
  });

  it.each([
    ['Sun, 01 Mar 2026 12:00:20 GMT', 20_000],
    ['Sun, 01 Mar 2026 11:59:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:00 GMT', HOUR],
  ])('as the date %s is measured against the date of the answer', (value, wait) => {
    expect(parseRetryAfter(value, NOON)).toBe(wait);
  });

  it('as a date is measured against our clock where the answer has no date', () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const wait = parseRetryAfter(inAMinute, undefined)!;
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(parseRetryAfter(inAMinute, 'rubbish')).toBeGreaterThan(20_000);
  });

  it('is never longer than an hour', () => expect(LONGEST_RETRY_AFTER_MS).toBe(HOUR));
});
