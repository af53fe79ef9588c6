/** A service that asks for more than this is not worth waiting for in one go. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .+ GMT$/;

/** Milliseconds of an HTTP date header; undefined when it is none. */
export function parseHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !HTTP_DATE.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The wait that `Retry-After` asks for, as seconds or as a date. A date is measured against the answer's own `Date`
 * where there is one, since our clock may be off. Rubbish and negative values are no wish at all.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  return Math.min(Math.max(until - (parseHttpDate(date) ?? Date.now()), 0), LONGEST_RETRY_AFTER_MS);
}
