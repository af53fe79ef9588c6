import {
  ActivityFailure,
  type ActivityOptions,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { JobActivities } from '../activities';
import { contentQueueOf } from './queues';

/** The input of a job: the ticket or task key, which is also the suffix of its workflow id. */
export interface JobInput {
  id: string;
  /** A language model writes the content, so each response costs time and money. */
  byModel?: boolean;
}

/**
 * Work that may take minutes. Heartbeats detect a dead worker within seconds, and attempts lost that way are harmless,
 * so there are many. The activity marks permanent failures as non-retryable.
 */
const WORK = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 20 },
} as const satisfies ActivityOptions;

/**
 * Work that costs money must survive an outage of Temporal for some seconds, and justifies the longer wait for a dead
 * worker. The attempts only limit a job that crashes every process it runs in. The activity itself counts provider
 * failures, because Temporal also counts attempts that were lost with a worker.
 */
const PAID_WORK = {
  ...WORK,
  heartbeatTimeout: '30s',
  retry: { ...WORK.retry, maximumAttempts: 50 },
} as const satisfies ActivityOptions;

const work = (summary: string, options: ActivityOptions = {}) =>
  proxyActivities<JobActivities>({ summary, ...WORK, ...options });

/** Writes to the service's database: retried until they succeed, because a job must not stay unfinished forever. */
const { failContent, failExport } = proxyActivities<JobActivities>({
  summary: 'Say in the service that the job has failed',
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/**
 * Content of one task, by ticket. It has a separate queue, so that minutes of waiting for a model do not delay exports.
 */
export async function contentJob(input: JobInput): Promise<void> {
  const options = { ...(input.byModel ? PAID_WORK : WORK), taskQueue: contentQueueOf(workflowInfo().taskQueue) };
  await runJob(
    () => work('Generate the content', options).generateContent({ id: input.id }),
    (reason) => failContent({ id: input.id, reason }),
  );
}

/** Exports one design as files. */
export async function exportJob(input: JobInput): Promise<void> {
  await runJob(
    () => work('Make the files of the design').renderExport(input),
    (reason) => failExport({ ...input, reason }),
  );
}

/** Removes expired designs from the trash, what is older than its retention, and unreferenced files. */
export async function housekeepingJob(): Promise<void> {
  await work('Remove what is older than its retention').clearExpiredDesigns();
  await work('Remove files that nothing refers to').sweepOrphanFiles();
}

/** Records a failure, or a cancellation, in the row that users poll, then fails the workflow that operators see. */
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
