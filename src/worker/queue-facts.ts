import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Settings } from '../config';
import { apiQueueOf, streamQueueOf } from '../core/queues';

const { TaskQueueType } = temporal.api.enums.v1;

/** Workers poll at least once a minute. */
const POLLED_WITHIN_MS = 120_000;

/** The task queues of a worker with their labels in metrics. */
export function queuesOf({ temporal: { taskQueue } }: Settings) {
  const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = TaskQueueType;
  return [
    { queue: 'workflows', name: taskQueue, type: TASK_QUEUE_TYPE_WORKFLOW },
    { queue: 'api', name: apiQueueOf(taskQueue), type: TASK_QUEUE_TYPE_ACTIVITY },
    { queue: 'stream', name: streamQueueOf(taskQueue), type: TASK_QUEUE_TYPE_ACTIVITY },
  ] as const;
}

interface QueueFacts {
  /** SDK identities of the workers that polled recently. */
  pollers: string[];
  backlog: number;
}

export async function queueFacts(
  connection: Connection,
  namespace: string,
  { name, type }: Pick<ReturnType<typeof queuesOf>[number], 'name' | 'type'>,
): Promise<QueueFacts> {
  const { pollers, stats } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    taskQueueType: type,
    reportStats: true,
  });
  const since = Date.now() - POLLED_WITHIN_MS;
  return {
    pollers: (pollers ?? [])
      .filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 > since)
      .map(({ identity }) => identity ?? ''),
    backlog: Number(stats?.approximateBacklogCount ?? 0),
  };
}
