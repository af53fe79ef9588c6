import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { Refusal } from '../contract/refusal';
import { packageRoot } from '../io/package-root';
import type { Reply } from './answering';
import { FairQueue } from './fair-queue';

/** Below everything else that the machine runs: answers to calls come before work that takes long anyway. */
const NICENESS = 5;
/** A thread that was not needed for so long ends, and gives back its memory. */
const IDLE_MS = 10 * 60_000;

export interface ThreadPoolOptions {
  /** Path of the compiled script, from the root of the package; an absolute one stays as it is. */
  script: string;
  threads: number;
  /** Threads that one owner may take; fewer than `threads`, so that there is always one for somebody else. */
  threadsOfOneOwner: number;
  /** Calls of one owner that may wait. */
  waitingOfOneOwner: number;
  /** Heap of one thread. Buffers are not part of it. */
  heapMegabytes: number;
  /** Longest time for one call, counted from when it has its thread. */
  milliseconds: number;
}

/** Who asks, and until when the answer is wanted. */
export interface Caller {
  /** Calls of one owner wait for each other, and not for those of another. */
  owner: string;
  /** Takes a waiting call out of its queue and ends the thread of a running one. */
  signal?: AbortSignal | undefined;
}

/** A call used more time or memory than it may. The same call would do so again. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';

  constructor(
    readonly limit: 'time' | 'memory',
    milliseconds: number,
  ) {
    super(limit === 'time' ? `it took longer than ${milliseconds / 1000} s` : 'it needed more memory than is allowed');
  }
}

/**
 * Threads for work that depends on input: bounded in time and memory, in turns between owners, and never in the way of
 * the event loop. A thread that exceeds a limit is ended, and another one takes its place.
 */
export class ThreadPool<Request> {
  private readonly queue: FairQueue;
  private pool: Piscina | undefined;
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions) {
    const { threads, threadsOfOneOwner, waitingOfOneOwner } = options;
    this.queue = new FairQueue({ atOnce: threads, ofOneOwner: threadsOfOneOwner, waitingOfOneOwner });
  }

  /**
   * @param request is made when the call has its thread, so that a long queue holds no input in memory.
   * @throws Refusal that the thread answers with; LimitExceeded; Error for everything else.
   */
  run<Result>(
    { owner, signal }: Caller,
    request: () => Request | Promise<Request>,
    milliseconds = this.options.milliseconds,
  ): Promise<Result> {
    const work = async () => {
      const input = await request();
      const overdue = AbortSignal.timeout(milliseconds);
      try {
        const reply = (await this.threads().run(input, {
          signal: signal === undefined ? overdue : AbortSignal.any([signal, overdue]),
        })) as Reply;
        return settled(reply) as Result;
      } catch (error) {
        if (this.closed) throw new Error('the threads were stopped before this call was done');
        signal?.throwIfAborted();
        if (overdue.aborted) throw new LimitExceeded('time', milliseconds);
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new LimitExceeded('memory', milliseconds);
        throw error;
      }
    };
    return this.queue.run(owner, work, signal);
  }

  /** Ends the threads; calls that are still pending are rejected. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.destroy();
  }

  /** Started with the first call: most processes that have a pool never use it. */
  private threads(): Piscina {
    if (this.closed) throw new Error('the threads were stopped');
    if (this.pool) return this.pool;
    const filename = join(this.options.script.startsWith('/') ? '' : packageRoot, this.options.script);
    if (!existsSync(filename)) throw new Error(`${filename} is not compiled: run the build`);
    const pool = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: this.options.threads,
      idleTimeout: IDLE_MS,
      // A thread that waits for its next call must still run what its libraries left behind.
      atomics: 'disabled',
      niceIncrement: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMegabytes },
      recordTiming: false,
    });
    // A thread that has died between two calls, or before its first one: the next call finds new threads.
    pool.on('error', () => {
      if (this.pool === pool) this.pool = undefined;
      void pool.destroy();
    });
    this.pool = pool;
    return pool;
  }
}

function settled(reply: Reply): unknown {
  if ('refused' in reply) {
    const { kind, message, httpStatus } = reply.refused;
    throw new Refusal(kind, message, httpStatus);
  }
  return reply.value;
}
