import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { ServiceError } from '../contract/service-error';
import { packageRoot } from '../io/package-root';
import type { Reply } from './answering';
import { FairQueue } from './fair-queue';

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
  /** Maximum number of waiting calls of one owner. */
  waitingOfOneOwner: number;
  /** Heap of one thread, without Buffers. */
  heapMegabytes: number;
  /** Time limit of one call, from the start of its thread. */
  milliseconds: number;
}

/** The owner of a call and its abort signal. */
export interface Caller {
  /** Calls wait only for others of the same owner. */
  owner: string;
  /** Removes a waiting call from its queue, or ends the thread of a running one. */
  signal?: AbortSignal | undefined;
}

/** A call exceeded its time or memory limit; a retry would fail in the same way. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';

  constructor(
    readonly limit: 'time' | 'memory',
    milliseconds: number,
  ) {
    super(limit === 'time' ? `it took longer than ${milliseconds / 1000} s` : 'it exceeded its memory limit');
  }
}

/**
 * Runs work on untrusted input in threads: limited in time and memory, fair between owners, and off the event loop. A
 * thread that exceeds a limit is terminated and replaced.
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
   * @param request called when the call gets its thread, so that a long queue holds no inputs in memory.
   * @throws ServiceError returned by the thread; LimitExceeded; Error for everything else.
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
        if (this.closed) throw new Error('the threads were stopped before this call completed');
        signal?.throwIfAborted();
        if (overdue.aborted) throw new LimitExceeded('time', milliseconds);
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new LimitExceeded('memory', milliseconds);
        throw error;
      }
    };
    return this.queue.run(owner, work, signal);
  }

  /** Stops the threads and rejects pending calls. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.destroy();
  }

  /** Started with the first call, because most processes with a pool never use it. */
  private threads(): Piscina {
    if (this.closed) throw new Error('the threads were stopped');
    if (this.pool) return this.pool;
    const filename = join(this.options.script.startsWith('/') ? '' : packageRoot, this.options.script);
    if (!existsSync(filename)) throw new Error(`${filename} is not compiled; run npm run build`);
    const pool = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: this.options.threads,
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
  if ('refused' in reply) {
    const { kind, message, httpStatus } = reply.refused;
    throw new ServiceError(kind, message, httpStatus);
  }
  return reply.value;
}
