import { invalid, ServiceError } from '../../contract/service-error';
import type { Held } from '../context/gate';

/**
 * Reads a body. The limit is enforced while reading, so that it also applies to a missing or wrong content length.
 * @param largest maximum size in bytes
 * @param held counts them
 * @throws ServiceError
 */
export async function readBody(request: Request, largest: number, held: Held): Promise<Buffer> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalid(`the body must not be compressed (content-encoding: ${encoding})`);
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw tooLarge(largest);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > largest) throw tooLarge(largest);
    held.add(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export function tooLarge(limit: number): ServiceError {
  return new ServiceError('invalid-request', `the body is larger than ${limit} bytes, the maximum of this call`, 413);
}
