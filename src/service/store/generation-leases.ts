import { FairQueue } from '../../base/threads/fair-queue';
import type { Database } from './database';
import { type Lease, type LeaseTimes, takeLease } from './leases';

/**
 * Allows one content generation at a time per task, across processes: the second caller waits and then finds the
 * content finished, instead of paying for it again.
 */
export class GenerationLeases {
  /** Callers in this process wait here, so that only the first one queries the database. */
  private readonly locks = new FairQueue({ ofOneOwner: 1 });

  constructor(
    private readonly db: Database,
    private readonly times?: LeaseTimes,
  ) {}

  /** Waits for the lease. Rejects with the signal's reason on abort. */
  async take(taskId: number, signal: AbortSignal): Promise<Lease> {
    const leave = await this.locks.place(String(taskId), signal);
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
