import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';

/** The holder touches its lock this often; a lock left untouched for the longer time belongs to a dead process. */
const TOUCH_MS = 2_000;
const STALE_MS = 15_000;
const LOOK_MS = 250;

/**
 * One at a time across processes. Age instead of a process id: ids are used again, and the cache may be shared by
 * containers that cannot see each other's.
 */
export async function withLock<Result>(path: string, onWait: () => void, work: () => Promise<Result>): Promise<Result> {
  for (let waited = false; !take(path); waited = true) {
    if (!waited) onWait();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const touch = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Taken away by hand: at worst a second process does the same work, and the rename at its end is safe.
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
