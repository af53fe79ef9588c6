import type { DeckSource } from '../input/input';

/** How a deck stands, in a person's words. */
export const deckStatuses = [
  'running',
  'delivered',
  'rejected',
  'failed',
  'cancelled',
  'terminated',
  'timed-out',
] as const;
export type DeckStatus = (typeof deckStatuses)[number];

export const deckSources = ['title', 'document', 'topic', 'markdown'] as const satisfies DeckSource['kind'][];
