import type { Database } from './database';
import { type LeaseTimes, takeLease } from './leases';
import { TaskLocks } from './task-locks';

/** A lease to generate the content of a task. */
interface GenerationLease {
  /** Aborted when another process has taken over; later results must be discarded. */
  lost: AbortSignal;
  /** Releases the lease for the next holder. */
  release(): Promise<void>;
}

/**
 * Allows one content generation at a time per task, across processes: the second caller waits and then finds the
 * content finished, instead of paying for it again.
 */
export class GenerationLeases {
  private readonly locks = new TaskLocks();

  constructor(
    private readonly db: Database,
    private readonly times?: LeaseTimes,
  ) {}

  /** Waits for the lease. Rejects with the signal's reason on abort. */
  async take(taskId: number, signal: AbortSignal): Promise<GenerationLease> {
    // Callers in this process queue locally, so that only the first one queries the database.
    const leave = await this.locks.take(taskId, signal);
    try {
      const lease = await takeLease(this.db, taskId, signal, this.times);
      return {
        lost: lease.lost,
        async release() {
          // A lease that cannot be released expires.
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
