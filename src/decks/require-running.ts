import type { DescribedDeck } from './decks';
import { DeckError } from './errors';

/** @throws DeckError if the deck is complete */
export function requireRunning(deck: DescribedDeck): DescribedDeck {
  if (deck.status === 'RUNNING') return deck;
  const how = deck.status === 'COMPLETED' ? '' : ` (${deck.status.toLowerCase().replace('_', ' ')})`;
  throw new DeckError('conflict', `The deck ${deck.workflowId} has already ended${how}`, {
    remedy: `run \`deck status ${deck.workflowId}\` to see its outcome`,
  });
}
