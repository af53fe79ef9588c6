import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { TaskQueueType } = temporal.api.enums.v1;

/**
 * When a worker last polled this task queue for workflow tasks (epoch ms); undefined if none did for some minutes. A running
 * worker polls at least once a minute.
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
