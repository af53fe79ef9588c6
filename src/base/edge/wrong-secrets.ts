/** Wrong secrets that an address can send before it has to wait. */
const FREE = 10;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Beyond this number, the address seen longest ago is forgotten. */
const MAX_ADDRESSES = 10_000;

/**
 * Slows down guessing of tokens and keys. After several wrong secrets, an address has to wait before the next one is checked,
 * twice as long each time. Until then even the correct secret is rejected, otherwise the wait would not limit anything. Open
 * sessions and other addresses are not affected, so that one client cannot lock out everyone.
 */
export class WrongSecrets {
  readonly #seen = new Map<string, { wrong: number; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Whole seconds until the next secret of this address is checked; 0 if it can be checked now. */
  secondsToWait(address: string): number {
    return Math.max(0, Math.ceil(((this.#seen.get(address)?.until ?? 0) - this.now()) / 1000));
  }

  note(address: string, correct: boolean): void {
    const wrong = correct ? 0 : (this.#seen.get(address)?.wrong ?? 0) + 1;
    this.#seen.delete(address);
    if (correct) return;
    const wait = wrong < FREE ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE, 10));
    this.#seen.set(address, { wrong, until: this.now() + wait });
    if (this.#seen.size > MAX_ADDRESSES) this.#seen.delete(this.#seen.keys().next().value!);
  }
}
