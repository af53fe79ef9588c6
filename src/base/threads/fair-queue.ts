import { QueueFull } from './refusal';

interface FairQueueLimits {
  /** Maximum number of concurrent tasks of all owners together. */
  atOnce: number;
  /** The same for one owner. */
  ofOneOwner: number;
  /** Maximum number of waiting tasks of one owner; more are refused. */
  waitingOfOneOwner: number;
}

interface Waiting {
  start(): void;
}

/**
 * Schedules work fairly: first come, first served within an owner, and round-robin between owners. An owner with many
 * tasks delays only itself; all others wait for at most one task of each owner.
 */
export class FairQueue {
  /** In round-robin order. */
  private readonly owners = new Map<string, Waiting[]>();
  private readonly runningOf = new Map<string, number>();
  private running = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * @param signal ends the wait with its reason; running work must observe it itself.
   * @throws QueueFull when too many tasks of the owner are waiting.
   */
  async run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.mayStart(owner)) this.count(owner, 1);
    else await this.turn(owner, signal);
    try {
      return await work();
    } finally {
      this.count(owner, -1);
      this.startNext();
    }
  }

  private turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const line = this.owners.get(owner) ?? [];
    if (line.length >= this.limits.waitingOfOneOwner) {
      throw new QueueFull(line.length);
    }
    this.owners.set(owner, line);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          this.count(owner, 1);
          resolve();
        },
      };
      const leave = () => {
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0 && this.owners.get(owner) === line) this.owners.delete(owner);
        reject(signal?.reason);
      };
      line.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private startNext(): void {
    for (const [owner, line] of this.owners) {
      if (!this.hasRoom(owner)) continue;
      // Moves to the end of the round, or leaves it.
      this.owners.delete(owner);
      const next = line.shift();
      if (line.length > 0) this.owners.set(owner, line);
      next?.start();
      return;
    }
  }

  /** Nothing overtakes a waiting task, unless only its owner's limit holds it back. */
  private mayStart(owner: string): boolean {
    return this.hasRoom(owner) && !this.owners.has(owner);
  }

  private hasRoom(owner: string): boolean {
    return this.running < this.limits.atOnce && (this.runningOf.get(owner) ?? 0) < this.limits.ofOneOwner;
  }

  private count(owner: string, change: 1 | -1): void {
    this.running += change;
    const now = (this.runningOf.get(owner) ?? 0) + change;
    if (now === 0) this.runningOf.delete(owner);
    else this.runningOf.set(owner, now);
  }
}
