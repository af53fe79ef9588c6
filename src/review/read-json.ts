import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import type { Call } from './exchange';
import { Refused } from './refusal';

/** Cuts off a body beyond the limit, whatever it says of its length. */
export const upTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused('too-large', `The request is larger than the ${maxSize} bytes that are allowed here.`);
    },
  });

/** A JSON body, and nothing that a form of another site could send. */
export async function readJson<Schema extends z.ZodType>(c: Call, schema: Schema): Promise<z.output<Schema>> {
  const mediaType = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new Refused('invalid', 'The body must be JSON (application/json).');
  const parsed = schema.safeParse(jsonOf(await c.req.text()));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Refused('invalid', path.length === 0 ? `${message}.` : `${path.map(String).join('.')}: ${message}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('invalid', 'The body is not valid JSON.');
  }
}
