import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { CliError, exitCodes } from './exit';
import { elapsed } from './terminal';

const { TaskQueueType } = temporal.api.enums.v1;

/**
 * When a worker last asked this queue for workflow steps (epoch ms); undefined when none has for some minutes. A
 * running worker asks once a minute or more often.
 */
export async function lastPoll(
  connection: Connection,
  namespace: string,
  taskQueue: string,
): Promise<number | undefined> {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  });
  const times = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Nobody works on the queue, or whoever did has not answered within `waitedMs`. */
export function noWorker(taskQueue: string, seen?: number, waitedMs?: number): CliError {
  if (seen === undefined) {
    return new CliError(
      exitCodes.noAnswer,
      `No worker is polling the queue ${taskQueue}; start one with \`deck worker\`.`,
    );
  }
  return new CliError(
    exitCodes.noAnswer,
    `No worker of the queue ${taskQueue} answered within ${elapsed(waitedMs ?? 0)} (one was last seen ` +
      `${elapsed(Date.now() - seen)} ago); start one with \`deck worker\`.`,
  );
}
