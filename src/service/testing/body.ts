import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { ServiceError } from '../../contract/service-error';
import { tooLarge } from '../http/body';

/** Rejects a body larger than `maxSize` bytes, whatever length it declares. */
export const upTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(maxSize);
    },
  });

/**
 * Reads and validates the JSON body of an administrative call. An empty body counts as an empty object.
 * @throws ServiceError that names the field, with HTTP 400, as test tools expect.
 */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const result = schema.safeParse(parsed(await c.req.text()));
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, 3).map(({ path, message }) => {
    const field = path.join('.') || 'the body';
    return message.startsWith('must') ? `${field} ${message}` : `${field}: ${message}`;
  });
  throw badRequest(reasons.join('; '));
}

export function badRequest(message: string): ServiceError {
  return new ServiceError('invalid-request', message, 400);
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not valid JSON');
  }
}
