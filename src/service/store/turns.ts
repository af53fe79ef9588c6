import type { Database } from './database';
import { type LeaseTimes, takeLease } from './leases';
import { TaskLocks } from './task-locks';

/** The right to generate the content of a task. */
export interface Turn {
  /** Aborted when another process has taken the turn over: whatever is made from then on is not wanted. */
  lost: AbortSignal;
  /** Gives the turn to the next one. */
  release(): Promise<void>;
}

/**
 * One generation of content at a time for each task, whichever process it runs in: whoever comes second waits and then
 * finds the content finished, instead of paying for it again.
 */
export class Turns {
  private readonly locks = new TaskLocks();

  constructor(
    private readonly db: Database,
    private readonly times?: LeaseTimes,
  ) {}

  /** Waits for its turn. An aborted wait rejects with the signal's reason. */
  async take(taskId: number, signal: AbortSignal): Promise<Turn> {
    // Those of this process queue up among themselves, so that only the first one asks the database.
    const leave = await this.locks.take(taskId, signal);
    try {
      const lease = await takeLease(this.db, taskId, signal, this.times);
      return {
        lost: lease.lost,
        async release() {
          // A lease that cannot be given back runs out.
          await lease.release().catch(() => undefined);
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
