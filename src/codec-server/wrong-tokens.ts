/** Wrong tokens that an address may send before it has to wait. */
const FREE = 10;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Addresses that are remembered; beyond these the one that was seen longest ago is forgotten. */
const MOST_ADDRESSES = 1_000;

/**
 * Slows down who guesses: after some wrong tokens an address waits before its next one is looked at, twice as long
 * each time. The right token counts as little while it waits, or the wait would be no limit; logged-in browsers go on.
 */
export class WrongTokens {
  readonly #seen = new Map<string, { wrong: number; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Milliseconds until a token of this address is looked at again. */
  waitOf(address: string): number {
    return Math.max(0, (this.#seen.get(address)?.until ?? 0) - this.now());
  }

  note(address: string, right: boolean): void {
    const wrong = right ? 0 : (this.#seen.get(address)?.wrong ?? 0) + 1;
    this.#seen.delete(address);
    if (right) return;
    const wait = wrong < FREE ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE, 10));
    this.#seen.set(address, { wrong, until: this.now() + wait });
    if (this.#seen.size > MOST_ADDRESSES) this.#seen.delete(this.#seen.keys().next().value!);
  }
}
