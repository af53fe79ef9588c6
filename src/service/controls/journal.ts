/** One request, without anything that grants access: no token, signature, key, code, ticket, query or body. */
export interface JournalEntry {
  /** Increases from 1; used for `since`. */
  seq: number;
  /** By the service's clock, ISO 8601. */
  time: string;
  method: string;
  /** Name of the endpoint; `none` if the path has none. */
  endpoint: string;
  /** The user who calls or receives a grant; null without valid credentials. */
  uid: string | null;
  /** HTTP status; null when the connection ended without a response. */
  status: number | null;
  /** Code of the envelope; null if none was sent. */
  code: number | null;
  ms: number;
  /** Id of the fault rule that applied to this call. */
  fault: string | null;
  /** Ids of tasks and designs in the request. */
  ids: Record<string, number>;
}

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
