/** Opens the source of an iterator: batches of fragments, stopped early through the signal. */
type OpenBatches = (signal: AbortSignal) => Promise<AsyncIterator<readonly string[]>>;

/**
 * Yields batches one fragment at a time. A custom iterator instead of a generator for two reasons: a generator that
 * waits for bytes cannot be stopped before they arrive, and its cost per fragment would exceed that of reading.
 */
export class FragmentIterator implements AsyncIterableIterator<string> {
  readonly #open: OpenBatches;
  readonly #signal: AbortSignal | undefined;
  readonly #left = new AbortController();
  readonly #pass = (): void => this.#left.abort();
  #batches: AsyncIterator<readonly string[]> | undefined;
  #batch: readonly string[] = [];
  #at = 0;
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #done = false;

  constructor(open: OpenBatches, signal: AbortSignal | undefined) {
    this.#open = open;
    this.#signal = signal;
    if (signal?.aborted) this.#pass();
    else signal?.addEventListener('abort', this.#pass, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<string>> {
    if (this.#waiting === 0 && this.#at < this.#batch.length) {
      return Promise.resolve({ value: this.#batch[this.#at++]!, done: false });
    }
    this.#waiting++;
    const turn = this.#turn.then(() => this.#take()).finally(() => this.#waiting--);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Leaves the stream at once, even while a `next` is waiting for bytes. */
  async return(): Promise<IteratorResult<string>> {
    this.#finish();
    this.#left.abort();
    await this.#turn;
    return { value: undefined, done: true };
  }

  async #take(): Promise<IteratorResult<string>> {
    try {
      while (!this.#done) {
        if (this.#at < this.#batch.length) return { value: this.#batch[this.#at++]!, done: false };
        this.#batches ??= await this.#open(this.#left.signal);
        const { value, done } = await this.#batches.next();
        if (done) this.#finish();
        else this.#batch = value;
        this.#at = 0;
      }
    } catch (error) {
      const wasLeft = this.#done;
      this.#finish();
      if (!wasLeft) throw error;
    }
    return { value: undefined, done: true };
  }

  #finish(): void {
    this.#done = true;
    this.#batch = [];
    this.#at = 0;
    this.#signal?.removeEventListener('abort', this.#pass);
  }
}
