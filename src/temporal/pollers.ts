import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

const { TaskQueueType } = temporal.api.enums.v1;

/** A running worker asks at least once a minute; the rest is for a busy one. */
const GONE_AFTER_MS = 75_000;

/** Whether the last poll (epoch ms) says that no worker runs. */
export const isGone = (seen: number | undefined) => seen === undefined || Date.now() - seen > GONE_AFTER_MS;

/**
 * When a worker last polled this task queue for workflow tasks (epoch ms); undefined if none did for some minutes.
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
