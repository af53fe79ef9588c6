/** The API key of a cluster, read again now and then: one that is replaced in its file counts without a restart. */
export class ApiKey {
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #listeners: ((key: string) => unknown)[] = [];

  /** @param read the key as it is now; it may throw while the file is being replaced. */
  constructor(
    private key: string | undefined,
    everyMs: number,
    private readonly read: () => string | undefined,
  ) {
    // Without one there is nothing to replace, and whether a connection uses TLS was decided by it.
    if (key === undefined) return;
    this.#timer = setInterval(() => this.#refresh(), everyMs);
    this.#timer.unref();
  }

  current(): string | undefined {
    return this.key;
  }

  onChange(listener: (key: string) => unknown): void {
    this.#listeners.push(listener);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #refresh(): void {
    let key: string | undefined;
    try {
      key = this.read();
    } catch {
      return;
    }
    if (key === undefined || key === this.key) return;
    this.key = key;
    for (const listener of this.#listeners) listener(key);
  }
}
