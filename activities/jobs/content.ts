import { completeContent } from '../../src/service/generate';
import { findContentJob, finishContentJob } from '../../src/service/store/content-jobs';
import type { JobDependencies } from '.';
import { work } from './work';

/** Generates the content of a ticket; content that its task has by now is taken over, not paid for again. */
export async function runContentJob(dependencies: JobDependencies, ticket: string): Promise<void> {
  const { db, now } = dependencies;
  const job = await findContentJob(db, ticket);
  // Gone, finished or given up: nothing to do, and no failure.
  if (job?.status !== 'running') return;
  const owner = { userId: job.user_id, taskId: job.task_id };
  await work(dependencies, 'content', async (signal) => {
    const { content, revision } = await completeContent(dependencies, owner, { signal, ticket });
    await finishContentJob(db, ticket, job.task_id, revision, content, now());
  });
}
