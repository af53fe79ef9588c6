import type { DataConverter } from '@temporalio/common';
import { createEncryptionCodec, type EncryptionKeys } from './encryption';

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
