import type { OutlineRevision, PresentationProgress } from '../core/messages';
import { nameOf } from '../core/reviewer-name';
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

/** `contentReview` as `content review`. */
export function stageWords(stage: PresentationProgress['stage']): string {
  return stage.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** `edited by Ann (unverified)`. */
export function madeBy({ source, by, verified }: Pick<OutlineRevision, 'source' | 'by' | 'verified'>): string {
  return by === undefined ? source : `${source} by ${nameOf({ by, verified })}`;
}

/** The request names a deck that was ordered under another title. */
export function otherDeck(summary: string): string {
  return `This request is already the deck “${summary}”; a new --request makes another one.`;
}
