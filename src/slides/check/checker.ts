import { ThreadPool } from '../../base/threads/thread-pool';
import type { CheckReport } from './finding';

export interface CheckRequest {
  path: string;
}

export type Checked = { report: CheckReport } | { unusable: string };

/** Checks files in a thread: off the event loop, and with limits. */
export interface Checker {
  check(request: CheckRequest, signal: AbortSignal): Promise<Checked>;
  close(): Promise<void>;
}

const SCRIPT = 'dist/src/slides/check/check-worker.js';
const WAITING = 1_000;
const HEAP_MEGABYTES = 512;
/** A file that is not checked in time is delivered without a check. */
const TIME = { work: 20_000, wait: 3 * 60_000 } as const;

export function createChecker(): Checker {
  const pool = new ThreadPool<CheckRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: HEAP_MEGABYTES,
    time: TIME,
  });
  return {
    check: (request, signal) => pool.run<Checked>({ owner: 'check', signal }, () => request),
    close: () => pool.close(),
  };
}
