import { ScheduleAlreadyRunning, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import type { Settings } from '../config';
import { SCHEDULE_PREFIX, SCHEDULED } from '../core/batch';
import { given } from '../core/given';
import type { TemporalConnection } from '../temporal';
import { served } from './calls';
import { DeckError } from './errors';
import type { ScheduledInput } from './input/batch';
import type { PresentationInput } from './input/input';
import { headlineOf, summaryOf } from './input/input-text';

/** The times of a schedule, and `text` as the user entered them. */
export type ScheduleTimes = ({ cron: string } | { everyMs: number }) & { text: string; timezone?: string };

export interface ListedSchedule {
  name: string;
  title?: string;
  /** The times as the user entered them. */
  when?: string;
  paused: boolean;
  /** ISO 8601. */
  next?: string;
}

/**
 * Runs that were missed while Temporal was down are started later only within this time: no one needs a week of decks.
 */
const CATCH_UP = '1 day';

/** The schedules on a Temporal server. Every call has a timeout. @throws DeckError */
export class Schedules {
  constructor(
    private readonly cluster: TemporalConnection,
    private readonly settings: Settings,
  ) {}

  async create(name: string, times: ScheduleTimes, input: PresentationInput): Promise<void> {
    const { request: _, ...deck } = input;
    const args: ScheduledInput = { schedule: name, input: deck };
    const title = headlineOf(input);
    try {
      await served(this.cluster, () =>
        this.cluster.client.schedule.create({
          scheduleId: SCHEDULE_PREFIX + name,
          spec: {
            ...('cron' in times ? { cronExpressions: [times.cron] } : { intervals: [{ every: times.everyMs }] }),
            ...given({ timezone: times.timezone }),
          },
          // The started workflow completes within seconds, so runs may overlap and none is skipped.
          policies: { overlap: 'ALLOW_ALL', catchupWindow: CATCH_UP },
          action: {
            type: 'startWorkflow',
            workflowType: SCHEDULED,
            workflowId: `scheduled/${name}`,
            taskQueue: this.settings.temporal.taskQueue,
            args: [args],
            staticSummary: summaryOf(input),
            workflowTaskTimeout: this.settings.workflow.timeouts.workflowTask,
          },
          memo: { title, when: times.text },
        }),
      );
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) {
        throw new DeckError('conflict', `The schedule ${name} already exists`, {
          remedy: `delete it first: deck schedule delete ${name}`,
        });
      }
      // The SDK throws a TypeError if the server cannot parse the schedule.
      if (error instanceof TypeError)
        throw new DeckError('invalid-input', `The schedule is invalid: ${error.message}.`);
      throw error;
    }
  }

  async list(): Promise<ListedSchedule[]> {
    const found: ListedSchedule[] = [];
    await served(this.cluster, async () => {
      for await (const { scheduleId, memo, state, info } of this.cluster.lists.schedule.list()) {
        if (!scheduleId.startsWith(SCHEDULE_PREFIX)) continue;
        const next = info?.nextActionTimes[0];
        found.push({
          name: scheduleId.slice(SCHEDULE_PREFIX.length),
          ...(typeof memo?.title === 'string' ? { title: memo.title } : {}),
          ...(typeof memo?.when === 'string' ? { when: memo.when } : {}),
          paused: state.paused,
          ...(next === undefined ? {} : { next: next.toISOString() }),
        });
      }
    });
    return found.sort((one, other) => one.name.localeCompare(other.name));
  }

  /** The deck that a schedule starts; undefined if this process cannot read it. */
  async inputOf(name: string): Promise<ScheduledInput['input'] | undefined> {
    const { action } = await this.on(name, (handle) => handle.describe());
    return (action.args?.[0] as ScheduledInput | undefined)?.input;
  }

  delete(name: string): Promise<void> {
    return this.on(name, async (handle) => void (await handle.delete()));
  }

  pause(name: string, note: string): Promise<void> {
    return this.on(name, (handle) => handle.pause(note));
  }

  resume(name: string, note: string): Promise<void> {
    return this.on(name, (handle) => handle.unpause(note));
  }

  trigger(name: string): Promise<void> {
    return this.on(name, (handle) => handle.trigger());
  }

  private async on<Result>(name: string, work: (handle: ScheduleHandle) => Promise<Result>): Promise<Result> {
    try {
      return await served(this.cluster, () => work(this.cluster.client.schedule.getHandle(SCHEDULE_PREFIX + name)));
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
      throw new DeckError('not-found', `There is no schedule ${name} on this server`, {
        remedy: 'run `deck schedule list` to see all schedules',
      });
    }
  }
}
