import { z } from 'zod';
import { isLoopback } from '../base/io/loopback';
import { formatDuration, parseDuration } from './duration';
import { formatSize, parseSize } from './size';

/** Field types of the settings. Codecs turn the text of the file into the value that the program uses. */

/** Notation of fields for the settings reference, where the schema alone does not show it. */
export const forms = z.registry<{ form: string }>();

const written = <Schema extends z.ZodType>(schema: Schema, form: string): Schema => {
  forms.add(schema, { form });
  return schema;
};

interface Bounds {
  /** As in the file, such as `1s` or `16 KB`. */
  min?: string;
  max?: string;
}

/** Maximum for values that become a Node timer: beyond 24.8 days, Node fires the timer immediately. */
export const MAX_TIMER = '24 days';

/** A quantity that is written as text. */
interface Quantity {
  name: string;
  examples: string;
  parse(text: string): number | undefined;
  format(value: number): string;
}

const durations: Quantity = {
  name: 'duration',
  examples: '500ms, 90s, 1.5h or "3 days"',
  parse: parseDuration,
  format: formatDuration,
};
const sizes: Quantity = { name: 'size', examples: '4 KB or 32 MB', parse: parseSize, format: formatSize };

function quantity({ name, examples, parse, format }: Quantity, least: string, { min = least, max }: Bounds) {
  const bound = (text: string) => {
    const value = parse(text);
    if (value === undefined) throw new Error(`invalid bound in the settings schema: ${JSON.stringify(text)}`);
    return value;
  };
  const low = bound(min);
  const high = max === undefined ? Number.MAX_SAFE_INTEGER : bound(max);
  const range = max === undefined ? `${min} or more` : `${min} to ${max}`;
  const not = (input: unknown) => `must be a ${name}, such as ${examples}, not ${JSON.stringify(input)}`;
  const codec = z.codec(z.string({ error: ({ input }) => not(input) }), z.number(), {
    decode: (text, context) => {
      const value = parse(text);
      if (value !== undefined && value >= low && value <= high) return value;
      const message = value === undefined ? not(text) : `must be a ${name} of ${range}, not ${JSON.stringify(text)}`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    },
    encode: format,
  });
  return written(codec, min === least && max === undefined ? name : `${name}, ${range}`);
}

/** Text to milliseconds. */
export const durationValue = (bounds: Bounds = {}) => quantity(durations, '0s', bounds);
/** A duration setting; the default is text, as in the file. */
export const duration = (defaultValue: string, bounds?: Bounds) => durationValue(bounds).prefault(defaultValue);
/** Text to bytes. */
export const size = (defaultValue: string, bounds: Bounds = {}) =>
  quantity(sizes, '1 B', bounds).prefault(defaultValue);

/** Names the source of a secret, either a variable or a file. The settings file never holds the secret itself. */
export const secretReference = z
  .strictObject(
    {
      env: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
        .optional(),
      file: z.string().min(1).optional(),
    },
    {
      error: (issue) =>
        issue.code === 'invalid_type'
          ? `${issue.input === undefined || issue.input === null ? 'is required' : 'must not contain the secret itself'}; set { env: NAME } or { file: PATH }`
          : undefined,
    },
  )
  .refine((reference) => (reference.env === undefined) !== (reference.file === undefined), {
    error: 'must have exactly one of env and file',
  });
written(secretReference, 'secret');
export type SecretReference = z.output<typeof secretReference>;

/** A text that may be empty where the file says so. */
export const string = (defaultValue: string) => z.string().min(1).default(defaultValue);
export const optionalString = z.string().min(1).nullable().default(null);

export const int = (defaultValue: number, min: number, max: number) =>
  z.number().int().min(min).max(max).default(defaultValue);
export const fraction = (defaultValue: number) => z.number().min(0).max(1).default(defaultValue);
export const bool = (defaultValue: boolean) => z.boolean().default(defaultValue);

export const port = (defaultValue: number) => int(defaultValue, 0, 65535);
export const listenAddress = z.string().regex(/^(\[[0-9A-Fa-f:]+\]|[^\s:/]+):\d{1,5}$/, {
  error: 'must be host:port, such as 127.0.0.1:9464',
});
written(listenAddress, 'host and port');

/** Name of the header in which a proxy passes the client address, or null. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'must be a header name, such as X-Forwarded-For')
  .nullable()
  .default(null);

/** An http(s) URL. Credentials and queries are rejected because they would end up in logs. */
const exactUrl = z
  .string()
  .refine(isHttpUrl, { error: 'must be an http or https URL without user name, query or fragment' });
export const httpUrl = exactUrl.overwrite((url) => url.replace(/(?<!\/)\/+$/, ''));
written(httpUrl, 'http(s) URL');

/** A URL that is compared by its letters, so a slash at its end stays. */
export const issuerUrl = exactUrl.refine(
  (url) => !URL.canParse(url) || url.startsWith('https:') || isLoopback(new URL(url).hostname),
  { error: 'must be an https URL; http is accepted on this host only' },
);
written(issuerUrl, 'https URL');

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return plain && (url.protocol === 'http:' || url.protocol === 'https:');
}

/**
 * A setting with one sensible value outside of tests. Files and inputs may contain it only while `DECK_INTERNAL_SETTINGS`
 * is 1, as it is for tests and benchmarks, which cannot wait as long as a deck does.
 */
export const internal = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ internal: true });

/** A section of the file. It rejects unknown keys; an omitted section has all its defaults. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$strict>>);
