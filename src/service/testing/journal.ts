import type { JournalEntry } from '../context/test-controls';

/** A ring buffer of the latest requests, oldest first. */
export class Journal {
  private readonly ring: JournalEntry[] = [];
  private last = 0;
  /** Entries up to this number were cleared on request. */
  private cleared = 0;

  constructor(private readonly size: number) {}

  add(entry: Omit<JournalEntry, 'seq'>): void {
    this.last += 1;
    this.ring[(this.last - 1) % this.size] = { seq: this.last, ...entry };
  }

  /** Returns the entries after a number, and the number to pass next time. */
  since(seq: number): { entries: JournalEntry[]; last: number } {
    const first = Math.max(seq, this.last - this.size, this.cleared) + 1;
    const entries: JournalEntry[] = [];
    for (let at = first; at <= this.last; at += 1) entries.push(this.ring[(at - 1) % this.size]!);
    return { entries, last: this.last };
  }

  /** Removes all entries. Numbering continues, so that readers see only a gap. */
  clear(): void {
    this.ring.length = 0;
    this.cleared = this.last;
  }
}
