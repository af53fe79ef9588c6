import { isCancellation } from '@temporalio/workflow';
import type { NoticeKind } from '../src/core/notices';
import { nameOf } from '../src/core/reviewer-name';
import type { Deck } from './deck';
import { announce } from './tell';

export function resultKindOf({ state }: Deck): NoticeKind {
  return state.rejection === undefined ? 'deck.delivered' : 'deck.rejected';
}

/** Says that the deck has come to its result. */
export function announceResult(deck: Deck): Promise<void> {
  const { title } = deck.plan;
  const { rejection, exports } = deck.state;
  if (rejection !== undefined) {
    const why = rejection.comment === undefined ? '' : `: ${rejection.comment}`;
    return announce(deck, 'deck.rejected', { message: `“${title}” was rejected by ${nameOf(rejection)}${why}` });
  }
  const files = exports.flatMap((item) => item.files);
  const count = files.length === 1 ? 'one file' : `${files.length} files`;
  return announce(deck, 'deck.delivered', { message: `“${title}” is ready: ${count}`, files });
}

/** Says that the deck has ended without one. */
export function announceEnd(deck: Deck, error: unknown): Promise<void> {
  const { title } = deck.plan;
  if (isCancellation(error)) {
    const left = deck.state.problems.find(({ type }) => type === 'NotDiscarded');
    const message = `“${title}” was cancelled${left === undefined ? '' : `; ${left.message}`}`;
    return announce(deck, 'deck.cancelled', { message });
  }
  const { message, type } = error as { message: string; type?: string };
  return announce(deck, 'deck.failed', { message, ...(type === undefined ? {} : { problem: type }) });
}
