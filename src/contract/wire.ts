import { z } from 'zod';

/**
 * Wire values. Query, form and multipart carry only text, and JSON clients send ids as text too. Every number and
 * boolean of a request is therefore a codec, strict about its text and never coerced.
 */

/** Narrow schemas of the values that the service sends, by the wide schemas that clients accept; for OpenAPI. */
export const serverSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Returns the wide schema, which clients accept, and registers the narrow one for the values that the service sends. */
export function serverSchema<Schema extends z.ZodType>(narrow: z.ZodType, wide: Schema): Schema {
  serverSchemas.set(wide, narrow);
  return wide;
}

/** Fifteen digits, which are exact as text and as a number in every language. */
const LARGEST = 999_999_999_999_999;

/** An integer, sent as decimal text; a JSON number is accepted as well. */
export const integer = z.codec(
  z.union([z.string().regex(/^-?\d{1,15}$/, 'must be a whole number'), z.int().min(-LARGEST).max(LARGEST)]),
  z.int(),
  { decode: Number, encode: String },
);

const positive = z.int().positive().max(LARGEST);

/** An id: a positive integer, sent as decimal text. */
export const id = z.codec(
  z.union([z.string().regex(/^[1-9]\d{0,14}$/, 'must be an id: a positive whole number'), positive]),
  z.int().positive(),
  { decode: Number, encode: String },
);

/** An id inside a JSON body, sent as a number; text is accepted as well. */
export const jsonId = z.codec(
  z.union([positive, z.string().regex(/^[1-9]\d{0,14}$/, 'must be an id: a positive whole number')]),
  z.int().positive(),
  { decode: Number, encode: (value) => value },
);

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
  z.string().regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'must be ids separated by commas, at most 100'),
  z.array(z.int().positive()),
  { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
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

/**
 * A page of a list: `{pagination: {total, current_page, page_size}, list}`. The flat form, with the three fields next
 * to `list`, is accepted as well because third-party services send it.
 */
export function page<T extends z.ZodType>(item: T) {
  const nested = z.object({ pagination, list: z.array(item) });
  const flat = pagination.extend({ list: z.array(item) });
  const either = z.codec(z.union([nested, flat]), z.object({ pagination, list: z.array(z.unknown()) }), {
    decode: (value) => {
      if ('pagination' in value) return value;
      const { list, ...block } = value;
      return { pagination: block, list };
    },
    encode: (value) => value as z.output<typeof nested>,
  });
  return serverSchema(nested, either) as unknown as typeof nested;
}

/** `data` of operations that return nothing: an empty array. Any other value is read as empty. */
export const nothing = serverSchema(
  z.array(z.unknown()).max(0),
  z.codec(z.unknown(), z.array(z.never()), { decode: () => [], encode: (value) => value }),
);

/** `YYYY-MM-DD HH:MM:SS`, or empty. */
export const dateTime = z.string();
