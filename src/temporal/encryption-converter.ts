import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import { createEncryptionCodec, EncryptionError, type EncryptionKeys } from './encryption';

/** Makes the messages and stack traces of failures payloads, which the codec then encrypts. By path, as the SDK wants it. */
const ENCODED_FAILURES = require.resolve('../../workflows/encoded-failures');

/**
 * What clients and workers are given. The codec is there without keys as well: it leaves everything as it is, and says
 * which key is missing where a payload was encrypted by somebody else.
 */
export function dataConverterOf(keys: EncryptionKeys): DataConverter {
  return {
    payloadCodecs: [createEncryptionCodec(keys)],
    ...(keys.currentKey === null ? {} : { failureConverterPath: ENCODED_FAILURES }),
  };
}

/** The SDK's form of `undefined`. */
const NOTHING: Payload = { metadata: { encoding: Buffer.from('binary/null') } };

/**
 * For lists: what this process cannot read is undefined, so that one deck under a key that is missing here, or was put
 * there by somebody else, does not hide all others.
 */
export function listingConverterOf(keys: EncryptionKeys): DataConverter {
  const codec = createEncryptionCodec(keys);
  const readable = async (payload: Payload): Promise<Payload> => {
    try {
      return (await codec.decode([payload]))[0]!;
    } catch (error) {
      if (error instanceof EncryptionError) return NOTHING;
      throw error;
    }
  };
  const lenient: PayloadCodec = { ...codec, decode: (payloads) => Promise.all(payloads.map(readable)) };
  return { payloadCodecs: [lenient] };
}
