import { allHandlersFinished, condition, makeContinueAsNewFunc } from '@temporalio/workflow';
import type { PresentationInput } from '../../src/decks/input/input';
import type { Deck } from './deck';
import type { presentation } from './presentation';
import type { PresentationState } from './state';

/**
 * Thrown to leave a wait, so that the deck continues as new. The state has everything that the next run needs to wait
 * on.
 */
export class HandOver extends Error {
  override name = 'HandOver';
}

/**
 * Whether this run should continue as new. The run counts its own steps, because the server's suggestion can differ
 * between a workflow task and its replay (docs/internals/decisions.md, 60).
 */
export function isLong({ steps, moving, plan }: Deck): boolean {
  return moving !== undefined || steps >= plan.settings.stepsPerRun;
}

/**
 * Call when a wait begins; the result says during the wait whether to leave it. Steps from before the wait do not count
 * alone: a run that hands over without doing anything would do so forever.
 */
export function whetherToLeave(deck: Deck): () => boolean {
  const { steps } = deck;
  return () => (deck.moving !== undefined || deck.steps > steps) && isLong(deck);
}

/**
 * Continues as new with the complete state, so that the next run can validate messages from its first moment.
 * @returns only if a message arrived while handlers were finishing. This run handles it first, so that none is lost.
 */
export async function handOver(deck: Deck, input: PresentationInput): Promise<void> {
  const { inbox, state, moving } = deck;
  const pending = () => inbox.review !== undefined || inbox.resolution !== undefined;
  // An activity that ends while a run continues as new fails the workflow task, and the updates in it.
  const isIdle = () => allHandlersFinished() && state.unwritten === undefined && deck.writing === undefined;
  deck.leaving = true;
  await condition(() => isIdle() || pending());
  deck.leaving = false;
  if (pending()) return;
  const carried: PresentationInput & { state: PresentationState } = { ...input, state };
  // AUTO_UPGRADE makes the server choose the current build, even for a run that is pinned to an older one.
  const onto = moving === undefined ? {} : ({ initialVersioningBehavior: 'AUTO_UPGRADE' } as const);
  const hold = moving?.startAfterMs === undefined ? {} : { backoffStartInterval: moving.startAfterMs };
  await makeContinueAsNewFunc<typeof presentation>({ ...onto, ...hold })(carried);
}
