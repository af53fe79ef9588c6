import { invalid, Refusal } from '../../contract/refusal';
import type { BytesInFlight } from '../context/bytes-in-flight';

export interface BodyLimits {
  /** Largest body in bytes. */
  largest: number;
  /** Counted while the body is read, for its owner. */
  inFlight: BytesInFlight;
  owner: string;
}

/**
 * The bytes of a body. The limit is enforced while reading: a body without a length, or with a false one, is cut off as
 * well.
 * @throws Refusal
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

export function tooLarge(limit: number): Refusal {
  return new Refusal('invalid-request', `the body is larger than the ${limit} bytes that are allowed here`, 413);
}
