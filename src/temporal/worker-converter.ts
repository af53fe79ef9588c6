import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import { EncryptionError, type EncryptionKeys } from '../base/io/encryption';
import { UNREADABLE_ENCODING } from '../core/unreadable';
import { createEncryptionCodec } from './encryption';
import { dataConverterOf } from './encryption-converter';

/**
 * Converter of workers. A permanently unreadable payload reaches the workflow as a mark (workflows/readable-payloads.ts),
 * because an error would fail its workflow task forever. A missing key remains an error: the task is retried until the key
 * is added.
 */
export function workerConverterOf(keys: EncryptionKeys): DataConverter {
  const codec = createEncryptionCodec(keys);
  const marked = async (payload: Payload): Promise<Payload> => {
    try {
      return (await codec.decode([notAMark(payload)]))[0]!;
    } catch (error) {
      if (error instanceof EncryptionError && error.fault !== 'missing-key') return mark(error.fault);
      throw error;
    }
  };
  const lenient: PayloadCodec = {
    ...codec,
    decode: (payloads, context) =>
      // Inputs and results of activities are not messages: their errors are reported and retried.
      context?.type === 'activity' ? codec.decode(payloads, context) : Promise.all(payloads.map(marked)),
  };
  return { ...dataConverterOf(keys), payloadCodecs: [lenient] };
}

const mark = (fault: string): Payload => ({
  metadata: { encoding: Buffer.from(UNREADABLE_ENCODING) },
  data: Buffer.from(fault),
});

/** Callers cannot forge the mark: without its data, it only means an unknown encoding. */
function notAMark(payload: Payload): Payload {
  const { encoding } = payload.metadata ?? {};
  const isMark = encoding != null && Buffer.from(encoding).toString() === UNREADABLE_ENCODING;
  return isMark ? { ...payload, data: Buffer.alloc(0) } : payload;
}
