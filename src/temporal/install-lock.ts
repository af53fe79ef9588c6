import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';

/** Interval at which the holder touches its lock. A lock left untouched for the longer time belongs to a dead process. */
const TOUCH_MS = 2_000;
const STALE_MS = 15_000;
const RETRY_MS = 250;

/**
 * A lock across processes. It uses the age of a file instead of a process ID, because IDs are reused and containers that share
 * the cache cannot see each other's.
 */
export async function withLock<Result>(path: string, onWait: () => void, work: () => Promise<Result>): Promise<Result> {
  for (let waited = false; !take(path); waited = true) {
    if (!waited) onWait();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  const touch = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Someone deleted the lock. At worst a second process does the same work; its final rename is atomic.
    }
  }, TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_MS) rmSync(path, { force: true });
    return false;
  }
}
