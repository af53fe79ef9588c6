import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import type { ReviewContext } from './context';
import { HttpError } from './http-error';

/** Limits the body by the bytes received, not by its Content-Length. */
export const maxBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError('too-large', `The request is larger than ${maxSize} bytes.`);
    },
  });

/** Reads a JSON body. Requiring its media type keeps out forms of other sites. */
export async function readJson<Schema extends z.ZodType>(c: ReviewContext, schema: Schema): Promise<z.output<Schema>> {
  const mediaType = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new HttpError('invalid', 'The body must be JSON (application/json).');
  const parsed = schema.safeParse(jsonOf(await c.req.text()));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new HttpError('invalid', path.length === 0 ? `${message}.` : `${path.map(String).join('.')}: ${message}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('invalid', 'The body is not valid JSON.');
  }
}
