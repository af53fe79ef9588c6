import { z } from 'zod';
import { formatDuration, parseDuration } from './duration';
import { formatSize, parseSize } from './size';

/** The building blocks of the settings: what a person writes on the left, what the program uses on the right. */

/** How a value is written, where the schema alone does not tell; for the reference of the settings. */
export const forms = z.registry<{ form: string }>();

const written = <Schema extends z.ZodType>(schema: Schema, form: string): Schema => {
  forms.add(schema, { form });
  return schema;
};

interface Bounds {
  /** As text, in the words of the file. */
  least?: string;
  most?: string;
}

/** The most that a timer of a process is set to: Node's hold 24.8 days, and fire at once when they are given more. */
export const LONGEST_TIMER = '24 days';

/** Text to milliseconds. */
export function durationValue({ least = '0s', most }: Bounds = {}) {
  const low = required(parseDuration(least), least);
  const high = most === undefined ? Number.MAX_SAFE_INTEGER : required(parseDuration(most), most);
  const codec = z.codec(z.string(notText('duration, such as 500ms, 90s, 1.5h or "3 days"')), z.number(), {
    decode: (text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= low && ms <= high) return ms;
      const message =
        ms === undefined
          ? `must be a duration, such as 500ms, 90s, 1.5h or "3 days", not ${JSON.stringify(text)}`
          : `must be a duration of ${range(least, most)}, not ${JSON.stringify(text)}`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    },
    encode: formatDuration,
  });
  return written(codec, low === 0 && most === undefined ? 'duration' : `duration, ${range(least, most)}`);
}

/** A duration setting with its default, in the words of the file. */
export const duration = (standard: string, bounds?: Bounds) => durationValue(bounds).prefault(standard);

/** Text to bytes. */
export function sizeValue({ least = '1 B', most }: Bounds = {}) {
  const low = required(parseSize(least), least);
  const high = most === undefined ? Number.MAX_SAFE_INTEGER : required(parseSize(most), most);
  const codec = z.codec(z.string(notText('size, such as 4 KB or 32 MB')), z.number(), {
    decode: (text, context) => {
      const bytes = parseSize(text);
      if (bytes !== undefined && bytes >= low && bytes <= high) return bytes;
      const message =
        bytes === undefined
          ? `must be a size, such as 4 KB or 32 MB, not ${JSON.stringify(text)}`
          : `must be a size of ${range(least, most)}, not ${JSON.stringify(text)}`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    },
    encode: formatSize,
  });
  return written(codec, low === 1 && most === undefined ? 'size' : `size, ${range(least, most)}`);
}

export const size = (standard: string, bounds?: Bounds) => sizeValue(bounds).prefault(standard);

/** Where a secret is found; the settings file never holds one. Exactly one of the two is given. */
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
          ? `${issue.input === undefined || issue.input === null ? 'is needed' : 'must not hold the secret itself'}; name where it is found, as { env: NAME } or { file: PATH }`
          : undefined,
    },
  )
  .refine((reference) => (reference.env === undefined) !== (reference.file === undefined), {
    error: 'must name either env or file, one of the two',
  });
written(secretReference, 'secret');
export type SecretReference = z.output<typeof secretReference>;

/** A text that may be empty where the file says so. */
export const text = (standard: string) => z.string().min(1).default(standard);
export const optionalText = z.string().min(1).nullable().default(null);

export const whole = (standard: number, least: number, most: number) =>
  z.number().int().min(least).max(most).default(standard);
export const fraction = (standard: number) => z.number().min(0).max(1).default(standard);
export const yesNo = (standard: boolean) => z.boolean().default(standard);

export const port = (standard: number) => whole(standard, 0, 65535);
/** Where a process listens: host and port. */
export const listenAddress = z.string().regex(/^(\[[0-9A-Fa-f:]+\]|[^\s:/]+):\d{1,5}$/, {
  error: 'must be a host and a port, such as 127.0.0.1:9464',
});
written(listenAddress, 'host and port');

/** Name of the header in which a proxy states the client's address, or null. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as X-Forwarded-For')
  .nullable()
  .default(null);

/** An http(s) address without a path to lose, and without credentials, which would end in logs. */
export const httpUrl = z
  .string()
  .refine(isHttpUrl, { error: 'must be an http or https address without user name, query or fragment' })
  .overwrite((address) => address.replace(/(?<!\/)\/+$/, ''));
written(httpUrl, 'http(s) address');

function isHttpUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return plain && (url.protocol === 'http:' || url.protocol === 'https:');
}

/** A section of the file: unknown keys are refused, and a section left out has all its defaults. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$strict>>);

function notText(what: string) {
  return { error: (issue: { input?: unknown }) => `must be a ${what}, not ${JSON.stringify(issue.input)}` };
}

function range(least: string, most: string | undefined): string {
  return most === undefined ? `${least} or more` : `${least} to ${most}`;
}

function required(value: number | undefined, text: string): number {
  if (value === undefined) throw new Error(`the settings' own bound ${JSON.stringify(text)} cannot be read`);
  return value;
}
