/** One request, without anything that opens a door: no token, signature, key, code, ticket, query or body. */
export interface JournalEntry {
  /** Counts up from 1, for `since`. */
  seq: number;
  /** By the service's clock, ISO 8601. */
  time: string;
  method: string;
  /** Name of the endpoint; `none` where there is none at the path. */
  endpoint: string;
  /** The user that calls or is granted something; null for whoever has no good credentials. */
  uid: string | null;
  /** HTTP status; null when the connection ended without an answer. */
  status: number | null;
  /** Code of the envelope; null where none was sent. */
  code: number | null;
  ms: number;
  /** The rule that made this call misbehave. */
  fault: string | null;
  /** Ids of tasks and designs in the request. */
  ids: Record<string, number>;
}

/** The last requests, oldest first; what is older than the size allows is forgotten. */
export class Journal {
  private readonly ring: JournalEntry[] = [];
  private last = 0;
  /** Numbers up to this one have been forgotten on request. */
  private cleared = 0;

  constructor(private readonly size: number) {}

  add(entry: Omit<JournalEntry, 'seq'>): void {
    this.last += 1;
    this.ring[(this.last - 1) % this.size] = { seq: this.last, ...entry };
  }

  /** Entries after a number, and the number to ask with next time. */
  since(seq: number): { entries: JournalEntry[]; last: number } {
    const first = Math.max(seq, this.last - this.size, this.cleared) + 1;
    const entries: JournalEntry[] = [];
    for (let at = first; at <= this.last; at += 1) entries.push(this.ring[(at - 1) % this.size]!);
    return { entries, last: this.last };
  }

  /** Empties it; the numbers go on, so that whoever is reading notices nothing but the gap. */
  clear(): void {
    this.ring.length = 0;
    this.cleared = this.last;
  }
}
