/** An id at the generation service: a number, or its digits where a number would not be exact (above 2^53). */
export type ServiceId = number | `${bigint}`;

/** Digits of the largest number that is exact in every language. */
const EXACT_DIGITS = 15;

/** The id that a value is: a positive whole number, or its digits. */
export function serviceIdOf(value: unknown): ServiceId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^[1-9]\d{0,39}$/.test(value)) return undefined;
  return value.length <= EXACT_DIGITS ? Number(value) : (value as `${bigint}`);
}
