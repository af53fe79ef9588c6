import { ActivityFailure, CancellationScope, isCancellation, log, proxyActivities } from '@temporalio/workflow';
import type { JobActivities } from '../../activities/jobs';

/** What a job is started with: the ticket or task key, which is also the end of its workflow id. */
export interface JobInput {
  id: string;
}

/**
 * Work that may take minutes. The heartbeat tells within seconds that a worker has died; an attempt lost to that is
 * nobody's fault, so there are many. What would fail again is marked non-retryable by the activity.
 */
const work = (summary: string) =>
  proxyActivities<JobActivities>({
    summary,
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '5s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 20 },
  });

/** Writes to the service's own database: tried until it succeeds, because a job must not stay unfinished for ever. */
const { failContent, failExport } = proxyActivities<JobActivities>({
  summary: 'Say in the service that the job has failed',
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Content of one task behind a ticket. */
export async function contentJob(input: JobInput): Promise<void> {
  await runJob(
    () => work('Generate the content').generateContent(input),
    (reason) => failContent({ ...input, reason }),
  );
}

/** One design as files. */
export async function exportJob(input: JobInput): Promise<void> {
  await runJob(
    () => work('Make the files of the design').renderExport(input),
    (reason) => failExport({ ...input, reason }),
  );
}

/** What time has made superfluous: designs whose days in the trash are over, files that nothing refers to. */
export async function housekeepingJob(): Promise<void> {
  await work('Clear designs whose days in the trash are over').clearExpiredDesigns();
  await work('Remove files that nothing refers to').sweepOrphanFiles();
}

/** A failure ends in the row that users ask, then in the workflow that operators see; a cancellation as well. */
async function runJob(work: () => Promise<void>, recordFailure: (reason: string) => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = reasonOf(error);
    log.warn('the job failed', { reason });
    await CancellationScope.nonCancellable(() => recordFailure(reason));
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (isCancellation(error)) return 'the job was cancelled';
  return cause instanceof Error ? cause.message : String(cause);
}
