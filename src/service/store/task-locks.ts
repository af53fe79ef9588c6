/**
 * Serializes content generation per task: the second caller waits and then finds the content finished, instead of
 * paying for it again.
 */
export class TaskLocks {
  private readonly tails = new Map<number, Promise<void>>();

  /** Waits for the lock and returns a function that releases it. Rejects with the signal's reason on abort. */
  async take(taskId: number, signal: AbortSignal): Promise<() => void> {
    const before = this.tails.get(taskId) ?? Promise.resolve();
    let release = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A waiter that aborts must not let the next one past the holder, so its place is released only after `before`.
    const tail = before.then(() => mine);
    this.tails.set(taskId, tail);
    void tail.then(() => {
      if (this.tails.get(taskId) === tail) this.tails.delete(taskId);
    });
    try {
      await abortable(before, signal);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }
}

async function abortable(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([waiting, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
