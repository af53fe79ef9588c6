import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { packageRoot } from '../io/package-root';
import type { Reply, ThreadCall } from './answering';
import { FairQueue } from './fair-queue';
import { Refusal } from './refusal';
import { LimitExceeded, type TimeLimits, Watch } from './time-limits';

/** A lower priority than everything else in the process, because responses to calls come before long work. */
const NICENESS = 5;
/** A thread that is idle for this long ends and frees its memory. */
const IDLE_MS = 10 * 60_000;

export interface ThreadPoolOptions {
  /** Path of the compiled script, relative to the package root or absolute. */
  script: string;
  threads: number;
  /** Threads that one owner may use; fewer than `threads`, so that others always find one. */
  threadsOfOneOwner: number;
  /** Further threads, each for an account of which nothing else runs (default: none). */
  spareThreads?: number;
  /** Maximum number of waiting calls of one owner. */
  waitingOfOneOwner: number;
  /** Turns that come first, common to several pools (default: none). */
  turns?: FairQueue | undefined;
  /** Heap of one thread, without Buffers. */
  heapMegabytes: number;
  /** Time limits of one call. */
  time: TimeLimits;
}

/** The owner of a call and its abort signal. */
export interface Caller {
  /** `account/user`: turns go from account to account, then from user to user. */
  owner: string;
  /** When someone began to wait for a response (`performance.now()`). The wait for a thread then counts, too. */
  since?: number | undefined;
  /** Removes a waiting call from its queue, or ends the thread of a running one. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs work on untrusted input in threads: limited in time and memory, fair between owners, and off the event loop. A
 * thread that exceeds a limit is terminated and replaced.
 */
export class ThreadPool<Request> {
  private readonly queue: FairQueue;
  private pool: Piscina | undefined;
  private closed = false;
  /** Threads that do not end when they are idle. */
  private kept = 0;

  constructor(private readonly options: ThreadPoolOptions) {
    const { threads, threadsOfOneOwner, waitingOfOneOwner, spareThreads: spare = 0 } = options;
    this.queue = new FairQueue({ atOnce: threads, ofOneOwner: threadsOfOneOwner, waitingOfOneOwner, spare });
  }

  /**
   * @param request called when the call gets its thread, so that a long queue holds no inputs in memory.
   * @throws Refusal returned by the thread; LimitExceeded; Busy; Error for everything else.
   */
  async run<Result>(
    { owner, since, signal }: Caller,
    request: () => Request | Promise<Request>,
    time = this.options.time,
  ): Promise<Result> {
    let watch = since === undefined ? undefined : new Watch(time, since);
    const signals = () => AbortSignal.any([signal, watch?.signal].filter((each) => each !== undefined));
    const work = async () => {
      const input = await request();
      watch ??= new Watch(time, performance.now());
      watch.start();
      const call: ThreadCall<Request> = { request: input, began: watch.began };
      return settled((await this.threads().run(call, { signal: signals() })) as Reply) as Result;
    };
    try {
      const inPool = () => this.queue.run(owner, work, signals());
      const { turns } = this.options;
      // Without a slash, it is the process itself.
      return await (turns && owner.includes('/') ? turns.run(owner, inPool, signals()) : inPool());
    } catch (error) {
      if (this.closed) throw new Error('the threads were stopped before this call completed');
      signal?.throwIfAborted();
      watch?.signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new LimitExceeded('memory');
      throw error;
    } finally {
      watch?.stop();
    }
  }

  /** Starts one thread with a first call, and keeps it: the calls after it do not wait for its modules. */
  async warm(request: Request): Promise<void> {
    this.kept = 1;
    await this.run({ owner: 'warm-up' }, () => request);
  }

  /** Stops the threads and rejects pending calls. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.destroy();
  }

  /** Started with the first call, or by `warm`, because most processes with a pool never use it. */
  private threads(): Piscina {
    if (this.closed) throw new Error('the threads were stopped');
    if (this.pool) return this.pool;
    const filename = join(this.options.script.startsWith('/') ? '' : packageRoot, this.options.script);
    if (!existsSync(filename)) throw new Error(`${filename} is not compiled; run npm run build`);
    const pool = new Piscina({
      filename,
      minThreads: this.kept,
      maxThreads: this.options.threads + (this.options.spareThreads ?? 0),
      idleTimeout: IDLE_MS,
      // A thread that waits for its next call must still run pending work of its libraries.
      atomics: 'disabled',
      niceIncrement: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMegabytes },
      recordTiming: false,
    });
    // A thread that dies between calls, or before its first one, is replaced by the next call.
    pool.on('error', () => {
      if (this.pool === pool) this.pool = undefined;
      void pool.destroy();
    });
    this.pool = pool;
    return pool;
  }
}

function settled(reply: Reply): unknown {
  if ('refused' in reply) throw new Refusal(reply.refused.kind, reply.refused.message);
  return reply.value;
}
