import { ThreadPool } from '../threads/thread-pool';
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

const SCRIPT = 'dist/src/check/check-worker.js';
const WAITING = 1_000;
const HEAP_MEGABYTES = 512;
const MILLISECONDS = 20_000;

export function createChecker(): Checker {
  const pool = new ThreadPool<CheckRequest>({
    script: SCRIPT,
    threads: 1,
    threadsOfOneOwner: 1,
    waitingOfOneOwner: WAITING,
    heapMegabytes: HEAP_MEGABYTES,
    milliseconds: MILLISECONDS,
  });
  return {
    check: (request, signal) => pool.run<Checked>({ owner: 'check', signal }, () => request),
    close: () => pool.close(),
  };
}
