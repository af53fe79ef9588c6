import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ScheduleOptions } from '@temporalio/client';
import { isGrpcServiceError, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Settings } from '../../config';

/** Services that share a Temporal namespace are distinguished by their job task queue. */
export function housekeepingSchedule({ temporal }: Pick<Settings, 'temporal'>): string {
  return `housekeeping/${temporal.jobsTaskQueue}`;
}

const GRPC_FAILED_PRECONDITION = 9;
const PATIENCE_MS = 10_000;
const RETRY_MS = 500;

/**
 * Creates the Temporal schedule of the housekeeping. Changed settings take effect at the next start.
 * @returns false if an existing schedule could not be read, because Temporal's own worker, which runs schedules, is away
 */
export async function scheduleHousekeeping(
  { schedule }: { schedule: Pick<Client['schedule'], 'create' | 'getHandle'> },
  settings: Pick<Settings, 'temporal' | 'server'>,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const scheduleId = housekeepingSchedule(settings);
  const options: ScheduleOptions = {
    scheduleId,
    spec: { intervals: [{ every: settings.server.housekeeping }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'housekeepingJob',
      workflowId: scheduleId,
      taskQueue: settings.temporal.jobsTaskQueue,
      args: [],
    },
    // While no worker runs, one run waits; more would find nothing left to do. Missed runs are not caught up.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    memo: { purpose: 'removes expired designs from the trash, and unreferenced files' },
  };
  try {
    await schedule.create(options);
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
  for (const end = Date.now() + patienceMs; ; await delay(RETRY_MS)) {
    try {
      await schedule.getHandle(scheduleId).update((current) => ({ ...current, spec: options.spec }));
      return true;
    } catch (error) {
      if (!isWithoutWorker(error)) throw error;
      if (Date.now() + RETRY_MS > end) return false;
    }
  }
}

/** To read a schedule, Temporal queries the workflow behind it. */
function isWithoutWorker(error: unknown): boolean {
  const causes = [error, (error as Error).cause];
  return causes.some((cause) => isGrpcServiceError(cause) && cause.code === GRPC_FAILED_PRECONDITION);
}
