import {
  ActivityFailure,
  type ActivityOptions,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { JobActivities } from '../../activities/jobs';
import { contentQueueOf } from './queues';

/** What a job is started with: the ticket or task key, which is also the end of its workflow id. */
export interface JobInput {
  id: string;
  /** A language model writes the content: each answer costs time and money. Left out by versions up to 0.1.0. */
  byModel?: boolean;
}

/**
 * Work that may take minutes. The heartbeat tells within seconds that a worker has died; an attempt lost to that is
 * nobody's fault, so there are many. What would fail again is marked non-retryable by the activity.
 */
const WORK = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 20 },
} as const satisfies ActivityOptions;

/**
 * Work that costs money must survive Temporal being away for some seconds, and is worth the longer wait for a worker
 * that has died. The attempts here only bound a job that ends every process it runs in: the activity itself counts the
 * failures of the provider, because Temporal counts attempts that were lost with a worker as well.
 */
const PAID_WORK = {
  ...WORK,
  heartbeatTimeout: '30s',
  retry: { ...WORK.retry, maximumAttempts: 50 },
} as const satisfies ActivityOptions;

const work = (summary: string, options: ActivityOptions = {}) =>
  proxyActivities<JobActivities>({ summary, ...WORK, ...options });

/** Writes to the service's own database: tried until it succeeds, because a job must not stay unfinished forever. */
const { failContent, failExport } = proxyActivities<JobActivities>({
  summary: 'Say in the service that the job has failed',
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Content of one task behind a ticket, on a queue of its own: minutes of waiting for a model hold up no export. */
export async function contentJob(input: JobInput): Promise<void> {
  const options = { ...(input.byModel ? PAID_WORK : WORK), taskQueue: contentQueueOf(workflowInfo().taskQueue) };
  await runJob(
    () => work('Generate the content', options).generateContent({ id: input.id }),
    (reason) => failContent({ id: input.id, reason }),
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
