import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { callFailures } from '../src/core/failure-types';

/** Failure type and error message of a failed activity. */
export function causeOf(error: ActivityFailure): { type: string; message: string } {
  const { cause } = error;
  if (cause instanceof ApplicationFailure) return { type: cause.type || 'Unexpected', message: cause.message };
  if (cause instanceof TimeoutFailure) {
    return { type: 'OutcomeUnknown', message: `timed out (${cause.timeoutType}); the call may have been applied` };
  }
  return { type: 'Unexpected', message: cause?.message ?? error.message };
}

/** Failure type of a failed activity; undefined for every other error. */
export function typeOf(error: unknown): string | undefined {
  return error instanceof ActivityFailure ? causeOf(error).type : undefined;
}

/**
 * The error of a paid call. A type that is not in the failure table says nothing about the call: an operator ended the
 * activity (`temporal activity fail`), or a later release named it. Then the outcome is unknown.
 */
export function ofPaidCall(error: unknown): unknown {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) return error;
  const { type, message } = causeOf(error);
  if (type !== 'Unexpected' && (callFailures as readonly string[]).includes(type)) return error;
  const cause = ApplicationFailure.nonRetryable(`${message}; the call may have been applied`, 'OutcomeUnknown');
  const { activityType, activityId, retryState, identity } = error;
  return new ActivityFailure(error.message, activityType, activityId, retryState, identity, cause);
}

const transient: ReadonlySet<string> = new Set([
  'ServiceUnreachable',
  'ServiceUnavailable',
  'RateLimited',
  'QueueFull',
  'DiskFull',
]);

/**
 * Whether this failure can resolve on its own: the service was unreachable, busy or rate limiting, or a disk was
 * full. The failure table
 * gives these types only to calls that the service did not apply (activities/failures.ts).
 */
export function isTransient(type: string | undefined): boolean {
  return type !== undefined && transient.has(type);
}
