import { count } from './count';
import type { Deck } from './deck';
import { isOutcomeUnknown } from './failure-types';

/**
 * Makes something that cannot be looked up: without an answer it is made once more, and the deck's result says that the
 * first may exist. Each one without an answer is said, also the one that parks the deck: whoever retries makes another.
 * @param lost the thing, with the call whose answer was lost.
 */
export async function makeOrMakeAgain<T>(
  { state }: Deck,
  { kind, lost }: { kind: 'task' | 'export' | 'layout'; lost: string },
  make: () => Promise<T>,
): Promise<T> {
  const makeOrSay = async () => {
    try {
      return await make();
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        state.possibleDuplicates.push(lost);
        count('possibleDuplicates', { what: kind });
      }
      throw error;
    }
  };
  try {
    return await makeOrSay();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    return makeOrSay();
  }
}
