import type { Client, ScheduleOptions } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Settings } from '../../config';

/** Services that share a Temporal namespace are distinguished by their job task queue. */
export function housekeepingSchedule({ temporal }: Pick<Settings, 'temporal'>): string {
  return `housekeeping/${temporal.jobsTaskQueue}`;
}

/** Creates the Temporal schedule of the housekeeping. Changed settings take effect at the next start. */
export async function scheduleHousekeeping(
  { schedule }: Client,
  settings: Pick<Settings, 'temporal' | 'server'>,
): Promise<void> {
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
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedule.getHandle(scheduleId).update((current) => ({ ...current, spec: options.spec }));
  }
}
