import type { OutlineRevision, PresentationProgress } from '../core/progress';
import { nameOf } from '../core/reviewer-name';
import type { DeckSource } from './input/input';

/** The status of a deck, for people. */
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

/** `contentReview` as `content review`. */
export function stageWords(stage: PresentationProgress['stage']): string {
  return stage.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** `edited by Ann (unverified)`. */
export function madeBy({ source, by, verified }: Pick<OutlineRevision, 'source' | 'by' | 'verified'>): string {
  return by === undefined ? source : `${source} by ${nameOf({ by, verified })}`;
}

/** Note for an idempotency key whose existing deck has another title. */
export function otherDeck(summary: string): string {
  return `This idempotency key already belongs to the deck “${summary}”. Use another one to create a new deck.`;
}
