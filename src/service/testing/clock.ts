/** The service's clock, which tests can move: tokens, links and the trash expire by it. */
export class MovableClock {
  private offset = 0;
  private signaturesMove = false;

  constructor(private readonly real: () => number) {}

  /** Milliseconds since 1970, as the service sees it. */
  readonly now = (): number => this.real() + this.offset;

  /**
   * The clock for signature timestamps. It moves only on request: callers sign with their own clock, and with a moved
   * clock they could not even grant a replacement for a token that just expired.
   */
  readonly signatureNow = (): number => (this.signaturesMove ? this.now() : this.real());

  move(offsetMs: number, signaturesMove: boolean): void {
    this.offset = offsetMs;
    this.signaturesMove = signaturesMove;
  }

  get state(): { now: string; offsetMs: number; signatures: boolean } {
    return { now: new Date(this.now()).toISOString(), offsetMs: this.offset, signatures: this.signaturesMove };
  }
}
