/** What was opened, to be closed in the reverse order however far the start came. */
export class Opened {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private closing: Promise<void> | undefined;
  private fail: (error: unknown) => void = () => {};
  readonly failure = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    // Whoever does not wait for it must not be ended by it.
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

  /** Every part is closed, also after one that could not be; the first trouble is told. */
  private async close(): Promise<void> {
    const troubles: unknown[] = [];
    for (const close of this.closers.reverse()) await close().catch((error) => troubles.push(error));
    if (troubles.length > 0) throw troubles[0];
  }
}
