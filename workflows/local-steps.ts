import { ApplicationFailure, isCancellation, proxyLocalActivities, TemporalFailure } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { LocalActivityName } from '../activities/local';

type LocalActivities = Pick<Activities, LocalActivityName>;

/**
 * Runs a step within the workflow task of its deck: one event instead of six. It runs again after a crash of the worker,
 * so a call to the service is never such a step. If it fails twice, as without the document store, it becomes an activity
 * on a queue, whose retries take no events and which operators can see.
 * Without the step, a worker fails the workflow task, and the deck waits for a worker that has it.
 * @throws what the activity throws
 */
export async function inWorkflowTask<T>(
  step: (local: LocalActivities) => Promise<T>,
  onQueue: () => Promise<T>,
): Promise<T> {
  try {
    return await step(local());
  } catch (error) {
    // Other than an activity on a queue, a local one throws its failure itself.
    if (isCancellation(error) || !(error instanceof TemporalFailure)) throw error;
    if (error instanceof ApplicationFailure && error.nonRetryable) throw error;
    return await onQueue();
  }
}

/** Shorter than the workflow task timeout, so that a step that hangs adds no workflow tasks. */
const local = () =>
  proxyLocalActivities<LocalActivities>({
    startToCloseTimeout: '5s',
    scheduleToCloseTimeout: '8s',
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { initialInterval: '100ms', maximumAttempts: 2 },
  });
