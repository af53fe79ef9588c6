import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import { UNREADABLE_ENCODING } from '../core/unreadable';
import { createEncryptionCodec, EncryptionError, type EncryptionKeys } from './encryption';
import { dataConverterOf } from './encryption-converter';

/**
 * What workers are given. A payload that was sent to a workflow and will never be readable here reaches the sandbox as
 * a mark (workflows/readable-payloads.ts), because an error would fail its task forever. A missing key stays an error:
 * the task is retried, and goes on once the key is there.
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
      // Results and inputs of activities are no messages: their errors say what is wrong, and are retried.
      context?.type === 'activity' ? codec.decode(payloads, context) : Promise.all(payloads.map(marked)),
  };
  return { ...dataConverterOf(keys), payloadCodecs: [lenient] };
}

const mark = (fault: string): Payload => ({
  metadata: { encoding: Buffer.from(UNREADABLE_ENCODING) },
  data: Buffer.from(fault),
});

/** Nobody outside can send the mark itself: without its data it says only that its encoding is unknown. */
function notAMark(payload: Payload): Payload {
  const { encoding } = payload.metadata ?? {};
  const isMark = encoding != null && Buffer.from(encoding).toString() === UNREADABLE_ENCODING;
  return isMark ? { ...payload, data: Buffer.alloc(0) } : payload;
}
