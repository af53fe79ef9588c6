import { allHandlersFinished, condition, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { PresentationInput } from '../src/input/input';
import type { Deck } from './deck';
import type { presentation } from './presentation';
import type { PresentationState } from './state';

/** For plans from before `workflow.stepsPerRun` was a setting. */
const STEPS_PER_RUN = 300;

/**
 * Thrown to leave a wait, so that the deck continues as new. The state has everything that the next run needs to wait
 * on.
 */
export class HandOver extends Error {
  override name = 'HandOver';
}

/**
 * Whether this run should continue as new. The run counts its own steps, because the server's suggestion can differ
 * between a workflow task and its replay (docs/decisions.md, 60). Runs from before 0.2 follow that suggestion.
 */
export function isLong({ since02, steps, moving, state }: Deck): boolean {
  if (!since02) return workflowInfo().continueAsNewSuggested;
  return moving !== undefined || steps >= (state.plan?.settings.stepsPerRun ?? STEPS_PER_RUN);
}

/**
 * Call when a wait begins; the result says during the wait whether to leave it. Steps from before the wait do not count
 * alone: a run that hands over without doing anything would do so forever.
 */
export function whetherToLeave(deck: Deck): () => boolean {
  const { steps } = deck;
  return () => deck.since02 && (deck.moving !== undefined || deck.steps > steps) && isLong(deck);
}

/**
 * Continues as new with the complete state, so that the next run can validate messages from its first moment.
 * @returns only if a message arrived while handlers were finishing. This run handles it first, so that none is lost.
 */
export async function handOver(deck: Deck, input: PresentationInput): Promise<void> {
  const { inbox, state, since02, moving } = deck;
  const pending = () => since02 && (inbox.review !== undefined || inbox.resolution !== undefined);
  deck.leaving = true;
  await condition(() => allHandlersFinished() || pending());
  deck.leaving = false;
  if (pending()) return;
  const carried: PresentationInput & { state: PresentationState } = { ...input, state };
  // AUTO_UPGRADE makes the server choose the current build, even for a run that is pinned to an older one.
  const onto = moving === undefined ? {} : ({ initialVersioningBehavior: 'AUTO_UPGRADE' } as const);
  const hold = moving?.startAfterMs === undefined ? {} : { backoffStartInterval: moving.startAfterMs };
  await makeContinueAsNewFunc<typeof presentation>({ ...onto, ...hold })(carried);
}
