/** Wrong secrets that an address may send before it has to wait. */
const FREE = 10;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Addresses that are remembered; beyond these the one that was seen longest ago is forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Slows down guessing of tokens and keys: after some wrong ones an address waits before its next one is looked at,
 * twice as long each time. While it waits the right one is refused too, or the wait would be no limit. Sessions that
 * are already open go on. Other addresses are not affected, so that nobody can lock out everybody.
 */
export class WrongSecrets {
  readonly #seen = new Map<string, { wrong: number; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Whole seconds until a secret of this address is looked at again; 0 when it is now. */
  secondsToWait(address: string): number {
    return Math.max(0, Math.ceil(((this.#seen.get(address)?.until ?? 0) - this.now()) / 1000));
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
