/** The service's clock, that can be set ahead or back: tokens, links and the trash expire by it. */
export class MovableClock {
  private offset = 0;
  private signaturesMove = false;

  constructor(private readonly real: () => number) {}

  /** Milliseconds since 1970, as the service sees it. */
  readonly now = (): number => this.real() + this.offset;

  /**
   * The time that the timestamp of a signature is compared with. It stays where it is unless asked for: callers sign
   * with their own clock, and could not even grant a new token for the one that has just expired.
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
