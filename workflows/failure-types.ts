import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** Failure type and error message of a failed activity. */
export function causeOf(error: ActivityFailure): { type: string; message: string } {
  const { cause } = error;
  if (cause instanceof ApplicationFailure) return { type: cause.type ?? 'Unexpected', message: cause.message };
  if (cause instanceof TimeoutFailure) {
    return { type: 'OutcomeUnknown', message: `timed out (${cause.timeoutType}); the call may have been applied` };
  }
  return { type: 'Unexpected', message: cause?.message ?? error.message };
}

/** Failure type of a failed activity; undefined for every other error. */
export function typeOf(error: unknown): string | undefined {
  return error instanceof ActivityFailure ? causeOf(error).type : undefined;
}

/** Whether the response to a call was lost, so that the call may have been applied. */
export function isOutcomeUnknown(error: unknown): boolean {
  return typeOf(error) === 'OutcomeUnknown';
}

const transient: ReadonlySet<string> = new Set([
  'ServiceUnreachable',
  'ServiceUnavailable',
  'RateLimited',
  'QueueFull',
]);

/**
 * Whether this failure can resolve on its own: the service was unreachable, busy or rate limiting. The failure table
 * gives these types only to calls that the service did not apply (activities/failures.ts).
 */
export function isTransient(type: string | undefined): boolean {
  return type !== undefined && transient.has(type);
}
