import { hash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { withTimeout } from '../../base/io/with-timeout';
import type { Jobs } from '../context/jobs';
import { type JobKey, type JobKind, unfinishedJobs } from '../store/jobs';
import type { contentJob, exportJob, JobInput } from './workflows';

/** A call that does not stream responds within 5 s, so a start that Temporal does not accept by then has failed. */
const START_WITHIN_MS = 4_000;
const PAGE = 100;

/** @param byModel whether a language model writes the content of the jobs. */
export function createJobs(client: Client, taskQueue: string, { byModel }: { byModel: boolean }): Jobs {
  /** Returns false if the job is already running. */
  const start = async (
    name: 'contentJob' | 'exportJob',
    workflowId: string,
    input: JobInput,
    apiKey: string,
  ): Promise<boolean> => {
    try {
      const accepted = client.connection.withDeadline(Date.now() + START_WITHIN_MS, () =>
        client.workflow.start<typeof contentJob | typeof exportJob>(name, {
          taskQueue,
          workflowId,
          args: [input],
          // One run at a time. A terminated run can be followed by another, which checks the row first.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'FAIL',
          // If the server supports fairness, many jobs of one account do not delay another account's single job.
          priority: { fairnessKey: hash('sha256', apiKey).slice(0, 32) },
          staticSummary: name === 'contentJob' ? 'Content of one task' : 'Export of one design',
        }),
      );
      // The gRPC deadline is not sufficient: a connection that is being re-established waits beyond it.
      await withTimeout(START_WITHIN_MS, accepted, () => {
        throw new Error(`Temporal did not accept the job within ${START_WITHIN_MS / 1000} s`);
      });
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  };
  const startContent = ({ key, apiKey }: JobKey) =>
    start('contentJob', `content/${key}`, byModel ? { id: key, byModel } : { id: key }, apiKey);
  const startExport = ({ key, apiKey }: JobKey) => start('exportJob', `export/${key}`, { id: key }, apiKey);

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
