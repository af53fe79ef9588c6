import { HandlerUnfinishedPolicy } from '@temporalio/common';
import { ApplicationFailure, CancellationScope, condition, defineUpdate, setHandler } from '@temporalio/workflow';
import { CONTINUED_AS_NEW, messageNames } from '../../src/core/messages';
import type { OutlineAnswer } from '../../src/core/progress';
import { stageFacts } from '../../src/core/stages';
import type { Deck } from './deck';
import { currentOutline } from './state';

const awaitOutlineUpdate = defineUpdate<OutlineAnswer>(messageNames.awaitOutline);

/** The server permits 10 updates at a time. Decisions and resolutions must always find room. */
const MOST_WAITING = 5;

/**
 * Sets the handler of the update that waits for the outline. It issues no commands, so it changes no recorded history.
 * A run that continues as new ends the wait with {@link CONTINUED_AS_NEW}, because the next run does not have it.
 */
export function handleAwaitOutline(deck: Deck): void {
  let waiting = 0;
  setHandler(
    awaitOutlineUpdate,
    async () => {
      waiting += 1;
      try {
        const isReady = () => deck.leaving || answerFor(deck) !== undefined;
        // A cancelled deck answers as well, with its last stage. A decision in the same step can take the answer away again.
        while (!isReady()) await CancellationScope.nonCancellable(() => condition(isReady));
      } finally {
        waiting -= 1;
      }
      const answer = answerFor(deck);
      if (answer !== undefined) {
        // Not for a wait that is sent again: with few steps per run, no run would do anything else.
        deck.steps += 1;
        return answer;
      }
      throw ApplicationFailure.nonRetryable('the deck continued as a new run; wait again', CONTINUED_AS_NEW);
    },
    {
      validator: () => {
        if (waiting < MOST_WAITING || answerFor(deck) !== undefined) return;
        throw new Error(
          `${MOST_WAITING} callers already wait for the outline of this deck; use the query ${messageNames.progress}`,
        );
      },
      // A deck with invalid input fails at once.
      unfinishedPolicy: HandlerUnfinishedPolicy.ABANDON,
      description:
        'Waits until the outline is awaiting review, and returns it. Returns earlier if the deck is parked or complete, ' +
        'or needs no review. Takes no argument.',
    },
  );
}

/** The answer as of now; undefined while the outline is still being prepared or a decision is being applied. */
function answerFor({ state, inbox }: Deck): OutlineAnswer | undefined {
  const { stage, attention } = state;
  const outline = currentOutline(state);
  const answer = (status: OutlineAnswer['status']) => ({
    status,
    stage,
    ...(outline === undefined ? {} : { outline }),
  });
  if (stageFacts[stage].isEnd) return answer('ended');
  if (attention !== undefined) return { ...answer('parked'), attention };
  if (inbox.review !== undefined) return undefined;
  if (state.waiting?.gate === 'outline') return answer('review');
  // A deck that was started from a design has no outline.
  return state.approval === undefined && state.designId === undefined ? undefined : answer('passed');
}
