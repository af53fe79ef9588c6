import { ScheduleAlreadyRunning, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import type { Settings } from '../config';
import { SCHEDULE_PREFIX, SCHEDULED } from '../core/batch';
import type { ScheduledInput } from '../input/batch';
import type { PresentationInput } from '../input/input';
import { headlineOf, summaryOf } from '../input/input-text';
import type { TemporalConnection } from '../temporal';
import { served } from './calls';
import { DeckError } from './errors';

/** When a schedule is due, in the words of the person who made it. */
export type ScheduleTimes = ({ cron: string } | { everyMs: number }) & { text: string; timezone?: string };

export interface ListedSchedule {
  name: string;
  title?: string;
  /** As it was asked for. */
  when?: string;
  paused: boolean;
  /** ISO 8601. */
  next?: string;
}

/** Longer ago than this, what was missed while Temporal was down is not made up for: a week of decks helps nobody. */
const CATCH_UP = '1 day';

/** The schedules of decks on a Temporal server. Every call has a deadline and fails with a sentence ({@link DeckError}). */
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
            ...(times.timezone === undefined ? {} : { timezone: times.timezone }),
          },
          // What is started ends at once, so runs never wait for one another; nor is one to be left out.
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
        throw new DeckError('conflict', `There is a schedule ${name} already`, { remedy: 'delete it first' });
      }
      // What the server refuses as unreadable, the SDK throws as this.
      if (error instanceof TypeError)
        throw new DeckError('invalid-input', `The schedule cannot be read: ${error.message}.`);
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

  private async on(name: string, work: (handle: ScheduleHandle) => Promise<void>): Promise<void> {
    try {
      await served(this.cluster, () => work(this.cluster.client.schedule.getHandle(SCHEDULE_PREFIX + name)));
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
      throw new DeckError('not-found', `There is no schedule ${name} on this server`, {
        remedy: 'see deck schedule list',
      });
    }
  }
}
