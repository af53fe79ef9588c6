import { allHandlersFinished, condition, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { PresentationInput } from '../src/input/input';
import type { Deck } from './deck';
import type { presentation } from './presentation';
import type { PresentationState } from './state';

/** For decks whose plan was made before `workflow.stepsPerRun` was a setting. */
const STEPS_PER_RUN = 300;

/** Leaves a wait, so that the deck continues as a new run. The state says all that the next run needs to wait on. */
export class HandOver extends Error {
  override name = 'HandOver';
}

/**
 * Whether this run has done enough. The run counts its own steps: what the server suggests can differ between a step
 * and its replay (docs/decisions.md, 60). Runs from before 0.2 go by that suggestion.
 */
export function isLong({ since02, steps, moving, state }: Deck): boolean {
  if (!since02) return workflowInfo().continueAsNewSuggested;
  return moving !== undefined || steps >= (state.plan?.settings.stepsPerRun ?? STEPS_PER_RUN);
}

/**
 * Made when a wait begins, asked while it lasts. Steps from before the wait alone are no reason to leave it: a run that
 * hands over without having done anything would do so forever.
 */
export function whetherToLeave(deck: Deck): () => boolean {
  const { steps } = deck;
  return () => deck.since02 && (deck.moving !== undefined || deck.steps > steps) && isLong(deck);
}

/**
 * Continues as a new run with the whole state. The state alone is enough to judge a message in the first moment of the
 * next run.
 * @returns only when a message arrived while handlers were finishing: this run works on it first, so that none is lost.
 */
export async function handOver(deck: Deck, input: PresentationInput): Promise<void> {
  const { inbox, state, since02, moving } = deck;
  const pending = () => since02 && (inbox.review !== undefined || inbox.resolution !== undefined);
  await condition(() => allHandlersFinished() || pending());
  if (pending()) return;
  const carried: PresentationInput & { state: PresentationState } = { ...input, state };
  // The server chooses the current build for a deck that was told to move, also where it was pinned to an older one.
  const onto = moving === undefined ? {} : ({ initialVersioningBehavior: 'AUTO_UPGRADE' } as const);
  const hold = moving?.startAfterMs === undefined ? {} : { backoffStartInterval: moving.startAfterMs };
  await makeContinueAsNewFunc<typeof presentation>({ ...onto, ...hold })(carried);
}
