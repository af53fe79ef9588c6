import { ApplicationFailure, Context } from '@temporalio/activity';
import type { FailureKind } from '../../../contract/profile';
import { asServiceError, ServiceError } from '../../../contract/service-error';
import type { JobKind, JobResult } from '../../../temporal/telemetry/service-telemetry';
import type { JobDependencies } from '.';

/** A fifth of the shortest heartbeat timeout of the jobs. */
const HEARTBEAT_EVERY_MS = 1_000;

/** Failures that would recur on retry. */
const FINAL: ReadonlySet<FailureKind> = new Set(['generation-failed', 'moderation', 'not-found', 'template', 'quota']);

/** Whether a retry would fail in the same way. */
export function isFinal(error: ServiceError): boolean {
  return FINAL.has(error.kind);
}

/**
 * Runs the work of a job with heartbeats, and with a signal that aborts on cancellation or when the worker's grace time
 * is over. An abort due to shutdown is a failure that is retried at once on another worker.
 */
export async function work(
  { telemetry }: Pick<JobDependencies, 'telemetry'>,
  kind: JobKind,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const context = Context.current();
  const began = performance.now();
  let result: JobResult = 'ok';
  const signal = context.cancellationSignal;
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  try {
    await run(signal);
  } catch (thrown) {
    const error = asServiceError(thrown);
    result = signal.aborted ? 'handed-over' : 'failed';
    if (context.cancellationDetails?.workerShutdown) {
      throw ApplicationFailure.create({
        message: 'the worker was stopped; the job restarts on the next one',
        type: 'WorkerStopped',
        nextRetryDelay: '100ms',
      });
    }
    if (signal.aborted) throw signal.reason;
    if (error instanceof ServiceError) {
      throw ApplicationFailure.create({
        message: error.message,
        type: error.kind,
        nonRetryable: isFinal(error),
      });
    }
    throw error;
  } finally {
    clearInterval(timer);
    const ms = Math.round(performance.now() - began);
    telemetry.job(kind, result, ms);
    context.log.info('job attempt ended', { job: kind, result, ms });
  }
}
