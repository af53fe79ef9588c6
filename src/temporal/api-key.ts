/** API key of a cluster. It is reread regularly, so that a key replaced in its file takes effect without a restart. */
export class ApiKey {
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #listeners: ((key: string) => unknown)[] = [];

  /** @param read returns the current key; may throw while the file is being replaced */
  constructor(
    private key: string | undefined,
    everyMs: number,
    private readonly read: () => string | undefined,
  ) {
    // A key cannot be added later, because it also decides whether the connection uses TLS.
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
