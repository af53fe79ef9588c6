import { DeckError } from './errors';
import type { ListedDeck } from './listed-deck';

/** @throws DeckError if the deck is complete */
export function requireRunning(deck: ListedDeck): ListedDeck {
  if (deck.status === 'RUNNING') return deck;
  const how = deck.status === 'COMPLETED' ? '' : ` (${deck.status.toLowerCase().replace('_', ' ')})`;
  throw new DeckError('conflict', `The deck ${deck.workflowId} has already ended${how}`, {
    remedy: `run \`deck status ${deck.workflowId}\` to see its outcome`,
  });
}
