/**
 * The words of the checks. They are typed by hand from the specification: neither the contract nor the client that reads
 * leniently may judge a service.
 */

const LONGEST_VALUE = 160;

/** A service that differs from the specification. */
export class Mismatch extends Error {
  constructor(
    readonly expected: string,
    came: unknown,
  ) {
    super(`expected ${expected}; came ${shown(came)}`);
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && /[ ]/.test(value) ? value : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** What a value must be, with its name in sentences. */
export interface Kind {
  name: string;
  fits(value: unknown): boolean;
}

const kind = (name: string, fits: (value: unknown) => boolean): Kind => ({ name, fits });
export const matching = (name: string, pattern: RegExp): Kind =>
  kind(name, (value) => typeof value === 'string' && pattern.test(value));
export const exactly = (wanted: unknown): Kind =>
  kind(JSON.stringify(wanted), (value) => JSON.stringify(value) === JSON.stringify(wanted));

export const text = kind('a string', (value) => typeof value === 'string');
export const filled = kind('a string that is not empty', (value) => typeof value === 'string' && value.trim() !== '');
export const integer = kind('an integer', Number.isInteger);
export const positive = kind('a positive integer', (value) => Number.isInteger(value) && Number(value) > 0);
export const flag = kind('a boolean', (value) => typeof value === 'boolean');
export const list = kind('an array', Array.isArray);
export const filledList = kind('an array that is not empty', (value) => Array.isArray(value) && value.length > 0);
export const optional = ({ name, fits }: Kind): Kind => kind(name, (value) => value === undefined || fits(value));
export const link = matching('an http or https URL', /^https?:\/\//);
export const dateTime = matching('a time as YYYY-MM-DD HH:MM:SS', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
export const size = matching('a size as <width>x<height>', /^\d+x\d+$/);

// biome-ignore lint/suspicious/noExplicitAny: a check reads answers as a script in any language does, and a form that does not fit fails it.
export type Json = any;

/** @throws Mismatch */
export function must(fits: boolean, expected: string, came: unknown): asserts fits {
  if (!fits) throw new Mismatch(expected, came);
}

/** The value, if it is of a kind. @throws Mismatch */
export function is(what: string, value: unknown, { name, fits }: Kind): Json {
  must(fits(value), `${what} to be ${name}`, value);
  return value;
}

/** The value, if it is an object with such fields; it may have more. @throws Mismatch */
export function has(what: string, value: Json, fields: Readonly<Record<string, Kind>>): Json {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} to be an object`, value);
  for (const [name, each] of Object.entries(fields)) is(`${name} of ${what}`, value[name], each);
  return value;
}
