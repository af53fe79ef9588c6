import { ApplicationFailure, Context } from '@temporalio/activity';
import type { FailureKind } from '../../src/contract/profile';
import { ServiceError } from '../../src/service/domain/errors';
import type { JobKind, JobResult } from '../../src/telemetry/service-telemetry';
import type { JobDependencies } from '.';

/** A fifth of the heartbeat timeout of the jobs. */
const HEARTBEAT_EVERY_MS = 1_000;

/** Failures that the next attempt would meet again. */
const FINAL: ReadonlySet<FailureKind> = new Set(['generation-failed', 'moderation', 'not-found', 'template', 'quota']);

/**
 * Runs the work of a job with a heartbeat, and gives it a signal that ends it on cancellation and when the process
 * stops. Letting go for a stop is a failure that is tried again at once, elsewhere.
 */
export async function work(
  { stopping, telemetry }: Pick<JobDependencies, 'stopping' | 'telemetry'>,
  kind: JobKind,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const context = Context.current();
  const began = performance.now();
  let result: JobResult = 'ok';
  const signal = AbortSignal.any([context.cancellationSignal, stopping]);
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  try {
    await run(signal);
  } catch (error) {
    result = signal.aborted ? 'handed-over' : 'failed';
    if (stopping.aborted) {
      throw ApplicationFailure.create({
        message: 'the worker was stopped; the job starts again on the next one',
        type: 'WorkerStopped',
        nextRetryDelay: '100ms',
      });
    }
    if (context.cancellationSignal.aborted) throw context.cancellationSignal.reason;
    if (error instanceof ServiceError) {
      throw ApplicationFailure.create({
        message: error.message,
        type: error.kind,
        nonRetryable: FINAL.has(error.kind),
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
