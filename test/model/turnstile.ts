/** Decks on their way pass together; a test that stops the worker waits until none is, and lets none begin meanwhile. */
export class Turnstile {
  private inside = 0;
  private closed: Promise<void> | undefined;
  private waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    while (this.closed !== undefined) await this.closed;
    this.inside += 1;
  }

  leave(): void {
    this.inside -= 1;
    if (this.inside === 0) for (const wake of this.waiting.splice(0)) wake();
  }

  async alone(work: () => Promise<void>): Promise<void> {
    while (this.closed !== undefined) await this.closed;
    let open = () => {};
    this.closed = new Promise((resolve) => {
      open = resolve;
    });
    try {
      while (this.inside > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
      await work();
    } finally {
      this.closed = undefined;
      open();
    }
  }
}
