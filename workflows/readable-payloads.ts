import { DefaultPayloadConverter, type Payload, type SerializationContext } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import {
  type FaultOfKeys,
  faultsOfKeys,
  isUnreadable,
  UNREADABLE_ENCODING,
  type Unreadable,
  unreadable,
  unreadableHere,
  whyUnreadable,
} from '../src/core/unreadable';

/**
 * Part of every bundle. Writes and reads as the SDK's own converter, but what was sent to this workflow and cannot be
 * read becomes a mark, because a throw would fail its task forever. Results of activities and of other workflows still
 * throw: that fails the task as well, and it goes on once the worker that reads them is right.
 */
class ReadablePayloads extends DefaultPayloadConverter {
  override fromPayload<T>(payload: Payload, context?: SerializationContext): T {
    const value = this.read(payload);
    if (!isUnreadable(value) || isSentToThisWorkflow(context)) return value as T;
    throw new Error(whyUnreadable(value));
  }

  private read(payload: Payload): unknown {
    const encoding = textOf(payload.metadata?.encoding);
    if (encoding === UNREADABLE_ENCODING) return fromCodec(textOf(payload.data));
    // Own sentences: those of the SDK and of JSON.parse quote the content.
    if (!this.converterByEncoding.has(encoding)) return unreadable('this encoding is unknown here');
    try {
      return super.fromPayload(payload);
    } catch {
      return unreadable('it is not valid JSON');
    }
  }
}

export const payloadConverter = new ReadablePayloads();

function isSentToThisWorkflow(context: SerializationContext | undefined): boolean {
  return context?.type === 'workflow' && context.workflowId === workflowInfo().workflowId;
}

function fromCodec(fault: string): Unreadable {
  return faultsOfKeys.includes(fault as FaultOfKeys)
    ? unreadableHere(fault as FaultOfKeys)
    : unreadable('this encoding is unknown here');
}

/** The few words that matter here are ASCII and short. No bytes at all are sometimes an array and not a `Uint8Array`. */
function textOf(bytes: ArrayLike<number> | null | undefined): string {
  return String.fromCharCode(...Array.prototype.slice.call(bytes ?? [], 0, 100));
}
