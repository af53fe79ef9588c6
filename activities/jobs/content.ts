import { ApplicationFailure } from '@temporalio/activity';
import { ProviderError } from '../../src/contract/refusal';
import { completeContent } from '../../src/service/generation/generate';
import { countProviderFailure, findContentJob, finishContentJob } from '../../src/service/store/content-jobs';
import type { JobDependencies } from '.';
import { isFinal, work } from './work';

/**
 * Waits before the next attempt after the provider has failed, in order; after that the job fails. Each attempt has a few
 * quick retries of its own, so these are for an outage of minutes.
 */
const PROVIDER_RETRY_DELAYS = ['2s', '15s', '45s', '90s'] as const;

/**
 * Generates the content of a ticket; content that its task has by now, and chapters that an earlier attempt has finished,
 * are taken over, not paid for again.
 */
export async function runContentJob(dependencies: JobDependencies, ticket: string): Promise<void> {
  const { db, now } = dependencies;
  const job = await findContentJob(db, ticket);
  // Gone, finished or given up: nothing to do, and no failure.
  if (job?.status !== 'running') return;
  const owner = { userId: job.user_id, taskId: job.task_id };
  await work(dependencies, 'content', async (signal) => {
    try {
      const { content, revision } = await completeContent(dependencies, owner, { signal, ticket });
      await finishContentJob(db, ticket, job.task_id, revision, content, now());
    } catch (error) {
      if (!(error instanceof ProviderError) || signal.aborted || isFinal(error)) throw error;
      throw await providerFailed(dependencies, ticket, error);
    }
  });
}

/** In the row, not by Temporal's attempt: attempts that were lost with a stopped or killed worker must not count. */
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
