import { z } from 'zod';
import { type ServiceId, serviceIdOf } from '../core/service-id';

/**
 * Wire values. Query, form and multipart carry only text, and JSON clients send ids as text too. Every number and
 * boolean of a request is therefore a codec, strict about its text and never coerced.
 */

/** Fifteen digits, which are exact as text and as a number in every language. */
const LARGEST = 999_999_999_999_999;

/** An integer, sent as decimal text; a JSON number is accepted as well. */
export const integer = z.codec(
  z.union([z.string().regex(/^-?\d{1,15}$/, 'must be a whole number'), z.int().min(-LARGEST).max(LARGEST)]),
  z.int(),
  { decode: Number, encode: String },
);

// The document of the service says what the service receives.
const digits = z
  .string()
  .regex(/^[1-9]\d{0,39}$/, 'must be an id: a positive whole number')
  .meta({ pattern: '^[1-9]\\d{0,14}$' });
const number = z.int().positive().meta({ maximum: LARGEST });
const anyId = z.custom<ServiceId>(
  (value) => serviceIdOf(value) !== undefined,
  'must be an id: a positive whole number',
);

/** The service has exact numbers only; other services may have longer ids, which a client sends as it read them. */
function exact(value: string | number, context: Pick<z.core.ParsePayload, 'issues'>): ServiceId {
  const number = Number(value);
  if (number <= LARGEST) return number;
  context.issues.push({ code: 'custom', input: value, message: 'must be an id: a positive whole number' });
  return z.NEVER;
}

/** An id: a positive integer, sent as decimal text. */
export const id = z.codec(z.union([digits, number]), anyId, { decode: exact, encode: String });

/** An id inside a JSON body, sent as a number if one is exact; text is accepted as well. */
export const jsonId = z.codec(z.union([number, digits]), anyId, {
  decode: exact,
  encode: (value) => value,
});

/**
 * A boolean, sent as `true` or `false`. Any case (Python writes `True`), `1`/`0` and JSON booleans are accepted as
 * well.
 */
export const flag = z.codec(
  z.union([z.string().regex(/^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])$/, 'must be true or false'), z.boolean()]),
  z.boolean(),
  {
    decode: (text) => text === true || text === '1' || String(text).toLowerCase() === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  },
);

/** A list of ids, sent as comma-separated text. */
export const idList = z.codec(
  z.string().regex(/^[1-9]\d{0,39}(,[1-9]\d{0,39}){0,99}$/, 'must be ids separated by commas, at most 100'),
  z.array(anyId),
  { decode: (text, context) => text.split(',').map((each) => exact(each, context)), encode: (ids) => ids.join(',') },
);

/** An uploaded file of a multipart body. */
export interface FilePart {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export const filePart = z.custom<FilePart>(
  (value) => typeof value === 'object' && value !== null && (value as FilePart).bytes instanceof Uint8Array,
  'must be a file part',
);

/** Pagination parameters of every listing endpoint; defaults and maximum come from the compatibility profile. */
export const pageRequest = { page: integer.optional(), page_size: integer.optional() };

const pagination = z.object({ total: z.int(), current_page: z.int(), page_size: z.int() });

/** A page of a list. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ pagination, list: z.array(item) });
}

/** `data` of operations that return nothing: an empty array. */
export const nothing = z.array(z.unknown()).max(0);

/** `YYYY-MM-DD HH:MM:SS`, or empty. */
export const dateTime = z.string();
