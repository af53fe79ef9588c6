/** Keeps the next decks that come to a review waiting there, until it is over. */
export class ReviewHold {
  /** Resolves when all of its places are taken. */
  readonly full: Promise<void>;
  private readonly over: Promise<void>;
  private isFull!: () => void;
  private isOver!: () => void;
  private ended = false;

  constructor(private places: number) {
    this.full = new Promise((resolve) => {
      this.isFull = resolve;
    });
    this.over = new Promise((resolve) => {
      this.isOver = resolve;
    });
  }

  /** @returns a promise that resolves at the end of the hold; undefined if there is no place */
  take(): Promise<void> | undefined {
    if (this.ended || this.places === 0) return undefined;
    this.places -= 1;
    if (this.places === 0) this.isFull();
    return this.over;
  }

  release(): void {
    this.ended = true;
    this.isOver();
  }
}
