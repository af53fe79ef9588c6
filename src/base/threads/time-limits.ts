import { Busy } from './refusal';
import { beginning, meterOf } from './thread-time';

export interface TimeLimits {
  /** Milliseconds of processor time of the thread, without loading its modules. More is too much work. */
  work: number;
  /** Milliseconds of real time, longer than `work`. More means that the machine is too busy. */
  wait: number;
}

/** Clients wait for 30 s for the headers of a response; a refusal that they can retry is better than none. */
export const RESPONSE_WAIT = 25_000;

/** A call exceeded its time or memory limit; a retry would fail in the same way. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';

  constructor(readonly limit: { work: number } | 'memory') {
    super(
      limit === 'memory'
        ? 'it exceeded its memory limit'
        : `it took longer than ${limit.work / 1000} s of processor time`,
    );
  }
}

const SAMPLE_MS = 50;

/** Watches the time of one call: `signal` aborts with the error when a limit is exceeded. */
export class Watch {
  private readonly late = new AbortController();
  readonly signal: AbortSignal = this.late.signal;
  readonly began = beginning();
  private readonly timer: NodeJS.Timeout;
  private sampling: NodeJS.Timeout | undefined;

  /** @param since when `wait` begins, by `performance.now()`. */
  constructor(
    private readonly limits: TimeLimits,
    since: number,
  ) {
    const { wait } = limits;
    this.timer = setTimeout(() => this.late.abort(new Busy(wait)), since + wait - performance.now());
  }

  /** Called when the call has its thread. */
  start(): void {
    const used = meterOf(this.began);
    const { work } = this.limits;
    this.sampling = setInterval(() => {
      if (used() > work) this.late.abort(new LimitExceeded({ work }));
    }, SAMPLE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearInterval(this.sampling);
  }
}
