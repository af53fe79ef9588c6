import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { contentJob, exportJob } from '../../workflows/jobs';
import { within } from '../within';
import { unfinishedContentJobs } from './store/content-jobs';
import type { Database } from './store/database';
import { unfinishedExports } from './store/exports';

/** Starts the service's own jobs: workflows in a namespace of their own. */
export interface Jobs {
  /** Repeating a start does nothing: the workflow's id is the ticket. */
  startContent(ticket: string): Promise<void>;
  startExport(taskKey: string): Promise<void>;
  /** Starts every job whose row is unfinished: the process may have ended between row and start. */
  resume(db: Database): Promise<number>;
}

/** A call that is not a stream answers within 5 s, so a start that Temporal does not take by then has failed. */
const START_WITHIN_MS = 4_000;

export function createJobs(client: Client, taskQueue: string): Jobs {
  const start = async (name: 'contentJob' | 'exportJob', workflowId: string, id: string, again = false) => {
    try {
      const accepted = client.connection.withDeadline(Date.now() + START_WITHIN_MS, () =>
        client.workflow.start<typeof contentJob | typeof exportJob>(name, {
          taskQueue,
          workflowId,
          args: [{ id }],
          workflowIdReusePolicy: again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
          staticSummary: name === 'contentJob' ? 'Content of one task' : 'Export of one design',
        }),
      );
      // The deadline of gRPC alone is not kept: a connection that is being made anew waits beyond it.
      await within(START_WITHIN_MS, accepted, () => {
        throw new Error(`Temporal did not take the job within ${START_WITHIN_MS / 1000} s`);
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
  const startContent = (ticket: string, again?: boolean) => start('contentJob', `content/${ticket}`, ticket, again);
  const startExport = (key: string, again?: boolean) => start('exportJob', `export/${key}`, key, again);

  return {
    startContent: (ticket) => startContent(ticket),
    startExport: (taskKey) => startExport(taskKey),
    async resume(db) {
      const tickets = await unfinishedContentJobs(db);
      const keys = await unfinishedExports(db);
      for (const ticket of tickets) await startContent(ticket, true);
      for (const key of keys) await startExport(key, true);
      return tickets.length + keys.length;
    },
  };
}
