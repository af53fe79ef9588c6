import { invalid } from '../../contract/refusal';

/** Longest texts that the service keeps, in characters as people count them. */
export const NAME_LIMITS = { title: 200, designName: 200, uid: 128, channel: 64 } as const;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * One line of text that a person or an integrator has chosen, trimmed.
 * @throws Refusal naming the field when it is empty, too long or holds characters that no slide can show.
 */
export function checkedName(field: keyof typeof NAME_LIMITS | 'name', value: string | undefined): string {
  const limit = NAME_LIMITS[field === 'name' ? 'designName' : field];
  const text = (value ?? '').trim();
  if (text === '') throw invalid(`${field} is missing or empty`);
  const length = [...text].length;
  if (length > limit) throw invalid(`${field} has ${length} characters; at most ${limit} are allowed`);
  if (CONTROL.test(text)) throw invalid(`${field} must be one line without control characters`);
  if (LONE_SURROGATE.test(text)) throw invalid(`${field} must be valid Unicode text`);
  return text;
}

/** The channel as stored: absent equals empty. */
export function checkedChannel(value: string | undefined): string {
  return value === undefined || value === '' ? '' : checkedName('channel', value);
}
