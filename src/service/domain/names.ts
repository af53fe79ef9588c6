import { invalid } from '../../contract/service-error';

/** Maximum lengths of stored texts, in user-perceived characters. */
export const NAME_LIMITS = { title: 200, designName: 200, uid: 128, channel: 64 } as const;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Validates and trims a single-line text from a person or an account.
 * @throws ServiceError that names the field if it is empty, too long or holds characters that a slide cannot show.
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

/** Returns the channel as stored: an absent channel equals an empty one. */
export function checkedChannel(value: string | undefined): string {
  return value === undefined || value === '' ? '' : checkedName('channel', value);
}
