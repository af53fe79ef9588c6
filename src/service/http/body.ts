import { invalid, ServiceError } from '../../contract/service-error';
import type { BytesInFlight } from '../context/bytes-in-flight';

interface BodyLimits {
  /** Maximum body size in bytes. */
  largest: number;
  /** Counts the bytes for their owner while the body is read. */
  inFlight: BytesInFlight;
  owner: string;
}

/**
 * Reads a body. The limit is enforced while reading, so that it also applies to a missing or wrong content length.
 * @throws ServiceError
 */
export async function readBody(request: Request, { largest, inFlight, owner }: BodyLimits): Promise<Buffer> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw invalid(`the body must not be compressed (content-encoding: ${encoding})`);
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw tooLarge(largest);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  const counted = inFlight.begin(owner);
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.length;
      if (size > largest) throw tooLarge(largest);
      counted.add(chunk.length);
      chunks.push(chunk);
    }
  } finally {
    counted.end();
  }
  return Buffer.concat(chunks, size);
}

export function tooLarge(limit: number): ServiceError {
  return new ServiceError('invalid-request', `the body is larger than ${limit} bytes, the maximum of this call`, 413);
}
