import type { z } from 'zod';
import { Refusal } from '../../contract/refusal';

/**
 * The JSON body of an administrative call, by its schema; an empty body is an empty object.
 * @throws Refusal that names the field; HTTP 400 (413 for the size), as tools that drive tests expect.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  largest: number,
): Promise<z.output<Schema>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > largest) {
      throw new Refusal('invalid-request', `the body is larger than the ${largest} bytes allowed here`, 413);
    }
    chunks.push(chunk);
  }
  const result = schema.safeParse(parsed(Buffer.concat(chunks, size).toString('utf8')));
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, 3).map(({ path, message }) => {
    const field = path.join('.') || 'the body';
    return message.startsWith('must') ? `${field} ${message}` : `${field}: ${message}`;
  });
  throw badRequest(reasons.join('; '));
}

export function badRequest(message: string): Refusal {
  return new Refusal('invalid-request', message, 400);
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not valid JSON');
  }
}
