import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import { EncryptionError, type EncryptionKeys } from '../base/io/encryption';
import { createEncryptionCodec } from './encryption';

/** Path of the converter that turns failure messages and stack traces into payloads, so that the codec encrypts them. */
const ENCODED_FAILURES = require.resolve('../../workflows/encoded-failures');

/**
 * Converter of clients. Without keys, the codec still reports which key is missing for a payload that another process
 * encrypted.
 */
export function dataConverterOf(keys: EncryptionKeys): DataConverter {
  return {
    payloadCodecs: [createEncryptionCodec(keys)],
    ...(keys.currentKey === null ? {} : { failureConverterPath: ENCODED_FAILURES }),
  };
}

/** The SDK's encoding of `undefined`. */
const NOTHING: Payload = { metadata: { encoding: Buffer.from('binary/null') } };

/**
 * Converter for lists. Unreadable payloads become undefined, so that one deck with a missing key does not make the whole list
 * fail.
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
