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
 * Part of every bundle. Works like the SDK's own converter, but a payload to this workflow that cannot be read becomes
 * a mark, because an exception would fail its workflow task forever. Unreadable results of activities and other
 * workflows still throw: that fails the task until a worker can read them.
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
    // Separate messages, because those of the SDK and of JSON.parse quote the content.
    if (!this.converterByEncoding.has(encoding)) return unreadable('its encoding is unknown to this worker');
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
    : unreadable('its encoding is unknown to this worker');
}

/** Expects short ASCII. Empty bytes are sometimes an array instead of a `Uint8Array`. */
function textOf(bytes: ArrayLike<number> | null | undefined): string {
  return String.fromCharCode(...Array.prototype.slice.call(bytes ?? [], 0, 100));
}
