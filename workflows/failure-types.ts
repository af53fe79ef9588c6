import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** Stable type and sentence of a failed activity. */
export function causeOf(error: ActivityFailure): { type: string; message: string } {
  const { cause } = error;
  if (cause instanceof ApplicationFailure) return { type: cause.type ?? 'Unexpected', message: cause.message };
  if (cause instanceof TimeoutFailure) {
    return { type: 'OutcomeUnknown', message: `no answer in time (${cause.timeoutType}); it may have been applied` };
  }
  return { type: 'Unexpected', message: cause?.message ?? error.message };
}

/** Type of a failed activity; undefined for everything else. */
export function typeOf(error: unknown): string | undefined {
  return error instanceof ActivityFailure ? causeOf(error).type : undefined;
}

/** Whether a call that makes something was sent and not answered: it may have been applied. */
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
 * Whether this failure can end without anyone doing anything: the service was away, busy or asked for patience. The
 * failure table gives these types only to calls that the service did not apply (activities/failures.ts).
 */
export function isTransient(type: string | undefined): boolean {
  return type !== undefined && transient.has(type);
}
