import { isCancellation } from '@temporalio/workflow';
import type { NoticeKind } from '../src/core/notices';
import { nameOf } from '../src/core/reviewer-name';
import { counted } from '../src/text/counted';
import type { Deck } from './deck';
import { notifyReceivers } from './notify';

export function resultKindOf({ state }: Deck): NoticeKind {
  return state.rejection === undefined ? 'deck.delivered' : 'deck.rejected';
}

/** Notifies the receivers that the deck was delivered or rejected. */
export function notifyOfResult(deck: Deck): Promise<void> {
  const { title } = deck.plan;
  const { rejection, exports } = deck.state;
  if (rejection !== undefined) {
    const why = rejection.comment === undefined ? '' : `: ${rejection.comment}`;
    return notifyReceivers(deck, 'deck.rejected', { message: `“${title}” was rejected by ${nameOf(rejection)}${why}` });
  }
  const files = exports.flatMap((item) => item.files);
  const count = counted(files.length, 'file');
  return notifyReceivers(deck, 'deck.delivered', { message: `“${title}” is ready: ${count}`, files });
}

/** Notifies the receivers that the deck was cancelled or failed. */
export function notifyOfEnd(deck: Deck, error: unknown): Promise<void> {
  const { title } = deck.plan;
  if (isCancellation(error)) {
    const left = deck.state.problems.find(({ type }) => type === 'NotDiscarded');
    const message = `“${title}” was cancelled${left === undefined ? '' : `; ${left.message}`}`;
    return notifyReceivers(deck, 'deck.cancelled', { message });
  }
  const { message, type } = error as { message: string; type?: string };
  return notifyReceivers(deck, 'deck.failed', { message, ...(type === undefined ? {} : { problem: type }) });
}
