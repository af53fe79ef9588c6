import type { DecisionRecord } from './progress';

/** What a person or a rule did to a deck, for the audit log. */
export interface Act
  extends Partial<
    Pick<DecisionRecord, 'gate' | 'revision' | 'sha256' | 'verified' | 'subject' | 'via' | 'to' | 'newRevision'>
  > {
  /** A decision, or `resolve.retry` and its kind. */
  what: string;
  by: string;
  /** ISO 8601. */
  at: string;
  /** Position among the acts of the deck; with the first run and the time it makes the entry unique. */
  number: number;
}

/** What `decisions.json` next to a delivered file says about the deck. */
export interface Evidence {
  /** The texts that were approved, by their hash. */
  approved: { gate: string; revision: number; sha256: string; by: string; at: string; verified?: boolean }[];
  decisions: Pick<
    DecisionRecord,
    'gate' | 'revision' | 'sha256' | 'decision' | 'by' | 'verified' | 'subject' | 'at' | 'via' | 'to' | 'newRevision'
  >[];
}
