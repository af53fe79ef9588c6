import { setMaxListeners } from 'node:events';
import { temporal } from '@temporalio/proto';
import type { TemporalConnection } from '../../src/temporal';

const { QueryResultType, WorkflowTaskFailedCause } = temporal.api.enums.v1;

const POLL_MS = 20_000;

export interface BrokenWorker {
  stop(): Promise<void>;
}

/** Takes every step of the decks of a queue, and every question to them, and fails it, as a worker does whose code does not fit their histories. */
export function startBrokenWorker(
  { connection, client }: Pick<TemporalConnection, 'connection' | 'client'>,
  queue: string,
  message: string,
): BrokenWorker {
  const stopping = new AbortController();
  // Each poll listens to it.
  setMaxListeners(0, stopping.signal);
  const { namespace } = client.options;
  const { workflowService } = connection;
  const identity = 'broken worker';
  const poll = () => workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: { name: queue }, identity });
  const fail = (taskToken: Uint8Array) =>
    workflowService.respondWorkflowTaskFailed({
      namespace,
      identity,
      taskToken,
      cause: WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR,
      failure: { message, applicationFailureInfo: {} },
    });
  const refuse = (taskToken: Uint8Array) =>
    workflowService.respondQueryTaskCompleted({
      namespace,
      taskToken,
      completedType: QueryResultType.QUERY_RESULT_TYPE_FAILED,
      errorMessage: message,
    });
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const { taskToken, query } = await connection.withAbortSignal(stopping.signal, () =>
          connection.withDeadline(Date.now() + POLL_MS, poll),
        );
        if (query) await refuse(taskToken);
        else if (taskToken.length > 0) await fail(taskToken);
      } catch {
        // Nothing to do within the deadline, a task that is gone already, or the stop.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
