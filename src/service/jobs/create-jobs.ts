import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { contentJob, exportJob, JobInput } from '../../../workflows/jobs';
import { withTimeout } from '../../io/with-timeout';
import { ownerOfUser } from '../context/caller';
import type { Jobs } from '../context/jobs';
import { type JobKey, type JobKind, unfinishedJobs } from '../store/jobs';

/** A call that is not a stream answers within 5 s, so a start that Temporal does not take by then has failed. */
const START_WITHIN_MS = 4_000;
const PAGE = 100;

/** @param byModel a language model writes the content of the jobs. */
export function createJobs(client: Client, taskQueue: string, { byModel }: { byModel: boolean }): Jobs {
  /** False when the job runs already. */
  const start = async (
    name: 'contentJob' | 'exportJob',
    workflowId: string,
    input: JobInput,
    userId: number,
  ): Promise<boolean> => {
    try {
      const accepted = client.connection.withDeadline(Date.now() + START_WITHIN_MS, () =>
        client.workflow.start<typeof contentJob | typeof exportJob>(name, {
          taskQueue,
          workflowId,
          args: [input],
          // One at a time; a run that was terminated may be followed by another, which looks at the row first.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'FAIL',
          // Where the server knows turns, one user's many jobs do not stand before another's only one.
          priority: { fairnessKey: ownerOfUser(userId) },
          staticSummary: name === 'contentJob' ? 'Content of one task' : 'Export of one design',
        }),
      );
      // The deadline of gRPC alone is not kept: a connection that is being made anew waits beyond it.
      await withTimeout(START_WITHIN_MS, accepted, () => {
        throw new Error(`Temporal did not take the job within ${START_WITHIN_MS / 1000} s`);
      });
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  };
  const startContent = ({ key, userId }: JobKey) =>
    start('contentJob', `content/${key}`, byModel ? { id: key, byModel } : { id: key }, userId);
  const startExport = ({ key, userId }: JobKey) => start('exportJob', `export/${key}`, { id: key }, userId);

  return {
    async startContent(job) {
      await startContent(job);
    },
    async startExport(job) {
      await startExport(job);
    },
    async resume(db, { before = Number.MAX_SAFE_INTEGER, except, signal } = {}) {
      let started = 0;
      const startAll = async (kind: JobKind, begin: typeof startContent) => {
        for (let after = ''; ; ) {
          const jobs = await unfinishedJobs(db, kind, { before, after, limit: PAGE });
          for (const job of jobs) {
            if (signal?.aborted) return;
            if (!except?.has(job.key) && (await begin(job))) started += 1;
          }
          if (jobs.length < PAGE) return;
          after = jobs.at(-1)!.key;
        }
      };
      await startAll('content', startContent);
      await startAll('export', startExport);
      return started;
    },
  };
}
