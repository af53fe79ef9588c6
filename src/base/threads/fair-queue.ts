import { QueueFull } from './refusal';

interface FairQueueLimits {
  /** Maximum number of concurrent tasks of all owners together (default: any). */
  atOnce?: number;
  /** The same for one owner, and for all owners of one account. */
  ofOneOwner?: number;
  ofOneAccount?: number;
  /** The same for one account while others work: what runs or ended within a minute. */
  besideOthers?: number;
  /** Maximum number of waiting tasks; more are refused. */
  waitingOfOneOwner?: number;
  waitingOfOneAccount?: number;
  /** Tasks beyond `atOnce`, each of an account of which nothing else runs: no account can occupy everything. */
  spare?: number;
}

/** Starts a task that waits. */
type Start = () => void;

const ANY = Number.POSITIVE_INFINITY;
/** Accounts with pauses between their tasks still work. */
const WORKS_MS = 60_000;

/** The account of an owner such as `account/user`; an owner without a slash is alone. */
export function accountOf(owner: string): string {
  const slash = owner.lastIndexOf('/');
  return slash < 0 ? owner : owner.slice(0, slash);
}

/**
 * Schedules work fairly: first come, first served within an owner, and round-robin between accounts, then between the
 * owners of an account. An account with many owners and tasks delays only itself.
 */
export class FairQueue {
  /** Accounts and their owners, both in round-robin order. */
  private readonly accounts = new Map<string, Map<string, Start[]>>();
  /** Running tasks of owners; those of accounts are apart, because an owner may have the name of an account. */
  private readonly ofOwner = new Map<string, number>();
  private readonly ofAccount = new Map<string, number>();
  private readonly endedOfAccount = new Map<string, number>();
  private running = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * @param signal ends the wait with its reason; running work must observe it itself. A function is called only if the
   * task has to wait.
   * @throws QueueFull when too many tasks of the owner or its account are waiting.
   */
  async run<Result>(
    owner: string,
    work: () => Promise<Result>,
    signal?: AbortSignal | (() => AbortSignal),
  ): Promise<Result> {
    if (this.hasRoom(owner) && !this.accounts.get(accountOf(owner))?.has(owner)) this.count(owner, 1);
    else await this.turn(owner, typeof signal === 'function' ? signal() : signal);
    try {
      return await work();
    } finally {
      this.count(owner, -1);
      while (this.startNext());
    }
  }

  /** Waits for a place; @returns the function that gives it back. @throws as `run` */
  place(owner: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.run(owner, () => new Promise<void>((leave) => resolve(leave)), signal).catch(reject);
    });
  }

  private turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const account = accountOf(owner);
    const lines = this.accounts.get(account) ?? new Map<string, Start[]>();
    const line = lines.get(owner) ?? [];
    const { waitingOfOneOwner = ANY, waitingOfOneAccount = ANY } = this.limits;
    if (line.length >= waitingOfOneOwner) throw new QueueFull(line.length, 'user');
    const waiting = [...lines.values()].reduce((sum, each) => sum + each.length, 0);
    if (waiting >= waitingOfOneAccount) throw new QueueFull(waiting, 'account');
    this.accounts.set(account, lines);
    lines.set(owner, line);
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        this.count(owner, 1);
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(start), 1);
        if (line.length === 0 && lines.get(owner) === line) lines.delete(owner);
        if (lines.size === 0 && this.accounts.get(account) === lines) this.accounts.delete(account);
        reject(signal?.reason);
      };
      line.push(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Returns whether a task was started. */
  private startNext(): boolean {
    for (const [account, lines] of this.accounts) {
      for (const [owner, line] of lines) {
        if (!this.hasRoom(owner)) continue;
        // Owner and account move to the end of their rounds, or leave them.
        lines.delete(owner);
        this.accounts.delete(account);
        const next = line.shift();
        if (line.length > 0) lines.set(owner, line);
        if (lines.size > 0) this.accounts.set(account, lines);
        next?.();
        return true;
      }
    }
    return false;
  }

  private hasRoom(owner: string): boolean {
    const { atOnce = ANY, ofOneOwner = ANY, ofOneAccount = ANY, besideOthers = ANY, spare = 0 } = this.limits;
    const account = accountOf(owner);
    const ofAccount = this.ofAccount.get(account) ?? 0;
    if (this.running >= atOnce + (ofAccount === 0 ? spare : 0)) return false;
    if (ofAccount >= ofOneAccount || (this.ofOwner.get(owner) ?? 0) >= ofOneOwner) return false;
    return ofAccount < besideOthers || !this.othersWork(account);
  }

  private othersWork(account: string): boolean {
    if (this.ofAccount.size > 1 || this.accounts.size > (this.accounts.has(account) ? 1 : 0)) return true;
    const recent = performance.now() - WORKS_MS;
    return [...this.endedOfAccount].some(([other, at]) => other !== account && at > recent);
  }

  private count(owner: string, change: 1 | -1): void {
    const account = accountOf(owner);
    this.running += change;
    add(this.ofOwner, owner, change);
    if (add(this.ofAccount, account, change) > 0 || this.limits.besideOthers === undefined) return;
    // The oldest is first.
    this.endedOfAccount.delete(account);
    this.endedOfAccount.set(account, performance.now());
    for (const [other, at] of this.endedOfAccount) {
      if (at > performance.now() - WORKS_MS) break;
      this.endedOfAccount.delete(other);
    }
  }
}

/** Adds to a sum by name; names with the sum 0 are forgotten. */
export function add(sums: Map<string, number>, name: string, change: number): number {
  const now = (sums.get(name) ?? 0) + change;
  if (now === 0) sums.delete(name);
  else sums.set(name, now);
  return now;
}
