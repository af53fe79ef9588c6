/** Longer requests are capped, because they are not worth a single wait. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .+ GMT$/;

/** Milliseconds of an HTTP date header; undefined if it is invalid. */
export function parseHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !HTTP_DATE.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The delay in `Retry-After`, given as seconds or as a date. A date is compared with the response's `Date`, if any,
 * because the local clock may be wrong. Invalid and negative values are ignored.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  return Math.min(Math.max(until - (parseHttpDate(date) ?? Date.now()), 0), LONGEST_RETRY_AFTER_MS);
}
