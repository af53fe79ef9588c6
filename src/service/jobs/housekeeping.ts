import type { Client, ScheduleOptions } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Settings } from '../../config';

/** Services of one Temporal namespace are told apart by the queue of their jobs. */
export function housekeepingSchedule({ temporal }: Pick<Settings, 'temporal'>): string {
  return `housekeeping/${temporal.jobsTaskQueue}`;
}

/** Has Temporal start the housekeeping again and again; a changed setting takes effect at the next start. */
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
    // While no worker runs, one waits; the others would find nothing left to do. A missed turn is not made up for.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    memo: { purpose: 'removes designs whose days in the trash are over, and files that nothing refers to' },
  };
  try {
    await schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedule.getHandle(scheduleId).update((current) => ({ ...current, spec: options.spec }));
  }
}
