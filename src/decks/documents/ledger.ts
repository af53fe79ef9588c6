import { createHash } from 'node:crypto';
import type { Blobs } from './document-store';
import { ownerIn } from './owner';

/** One thing that a run of a deck paid for or delivered. */
export interface LedgerEntry {
  kind: 'task' | 'design' | 'file' | 'links';
  /** Id at the generation service, path below the output directory, or who revoked the links. */
  what: string;
  /** Of a file. */
  sha256?: string;
  /** Of a design: the review policy whose gates its text has passed. */
  met?: object;
  /** Run id of the workflow. */
  run: string;
  /** ISO 8601. */
  at: string;
}

/**
 * What the runs of each deck paid for and delivered. It is kept outside the histories, so that it is still known after a
 * reset, after the deck was started again under its key, and after Temporal's database was restored from a backup.
 */
export interface Ledger {
  /** @param deck workflow id, or the name of a design or of the links of a deck. @returns oldest first */
  read(deck: string): Promise<LedgerEntry[]>;
  /** The activities of one deck run one after the other, so no two add at once. */
  add(deck: string, entry: LedgerEntry): Promise<void>;
}

/** Newest entries that are kept for a deck. */
const KEPT = 200;

export function ledgerIn(blobs: Pick<Blobs, 'read' | 'write'>): Ledger {
  const nameOf = (deck: string) => `${ownerIn(deck)}/ledger/${createHash('sha256').update(deck).digest('hex')}.json`;

  return {
    async read(deck) {
      const bytes = await blobs.read(nameOf(deck));
      return bytes === undefined ? [] : JSON.parse(bytes.toString('utf8'));
    },
    async add(deck, entry) {
      const earlier = await this.read(deck).catch((error) => {
        // A damaged ledger begins again. One that cannot be read just now is kept.
        if (error instanceof SyntaxError) return [];
        throw error;
      });
      const entries = [...earlier, entry].slice(-KEPT);
      await blobs.write(nameOf(deck), Buffer.from(JSON.stringify(entries)));
    },
  };
}
