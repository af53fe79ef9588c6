import type { DescribedDeck } from './decks';
import { DeckError } from './errors';

/** Decisions are for decks that have not ended. */
export function requireRunning(deck: DescribedDeck): DescribedDeck {
  if (deck.status === 'RUNNING') return deck;
  const how = deck.status === 'COMPLETED' ? '' : ` (${deck.status.toLowerCase().replace('_', ' ')})`;
  throw new DeckError('conflict', `The deck ${deck.workflowId} has already ended${how}`, {
    remedy: `see deck status ${deck.workflowId}`,
  });
}
