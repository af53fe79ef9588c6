/** Closes what was opened, in reverse order, also after a start that failed halfway. */
export class ResourceStack {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private closing: Promise<void> | undefined;
  private fail: (error: unknown) => void = () => {};
  /** Rejects when a watched part fails; never resolves. */
  readonly failure = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    // Callers that do not await it must not crash with an unhandled rejection.
    this.failure.catch(() => {});
  }

  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  watch(part: Promise<unknown>): void {
    part.catch((error) => this.fail(error));
  }

  closeAll(): Promise<void> {
    this.closing ??= this.close();
    return this.closing;
  }

  async orCloseAll<Result>(open: () => Promise<Result>): Promise<Result> {
    try {
      return await open();
    } catch (error) {
      await this.closeAll().catch(() => {});
      throw error;
    }
  }

  /** Closes every part, even if closing another one fails. @throws the first error */
  private async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.closers.reverse()) await close().catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }
}
