import { ApplicationFailure } from '@temporalio/activity';
import { ProviderError } from '../../../contract/service-error';
import { completeContent } from '../../generation/generate';
import { countProviderFailure, findContentJob, finishContentJob } from '../../store/content-jobs';
import type { JobDependencies } from '.';
import { isFinal, work } from './work';

/**
 * Delays before the next attempt after a provider failure, in order; after the last one the job fails. Each attempt
 * already has a few quick retries, so these cover an outage of minutes.
 */
const PROVIDER_RETRY_DELAYS = ['2s', '15s', '45s', '90s'] as const;

/**
 * Generates the content of a ticket. Content that the task already has, and chapters that an earlier attempt finished,
 * are reused and not paid for again.
 */
export async function runContentJob(dependencies: JobDependencies, ticket: string): Promise<void> {
  const { db, now } = dependencies;
  const job = await findContentJob(db, ticket);
  // Removed, finished or failed: nothing to do.
  if (job?.status !== 'running') return;
  const owner = { userId: job.user_id, taskId: job.task_id };
  await work(dependencies, 'content', async (signal) => {
    try {
      const finished = await completeContent(dependencies, owner, { signal, ticket });
      await finishContentJob(db, ticket, job.task_id, finished, now());
    } catch (error) {
      if (!(error instanceof ProviderError) || signal.aborted || isFinal(error)) throw error;
      throw await providerFailed(dependencies, ticket, error);
    }
  });
}

/** Counted in the row, because Temporal's attempt number includes attempts that were lost with a worker. */
async function providerFailed(
  { db }: Pick<JobDependencies, 'db'>,
  ticket: string,
  error: ProviderError,
): Promise<ApplicationFailure> {
  const delay = PROVIDER_RETRY_DELAYS[(await countProviderFailure(db, ticket)) - 1];
  return ApplicationFailure.create({
    message: error.message,
    type: error.kind,
    ...(delay === undefined ? { nonRetryable: true } : { nextRetryDelay: delay }),
  });
}
