import { isOutcomeUnknown } from '../attention';
import { type Deck, pay, userOf } from '../deck';

/** Task type of a title (specification, "Task"). */
const SMART_GENERATION = 1;

/** Creates the task that everything later is tied to. */
export async function createTask(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const request = { title: plan.title, type: SMART_GENERATION };
  const create = async () => {
    pay(deck, 'createTask');
    const { id } = await call.create(`Create the task “${plan.title}”`).createTask({ user: userOf(deck), request });
    state.taskId = id;
  };
  try {
    await create();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    // The specification has no list of tasks to look it up in. A task without generation costs nothing, so a second
    // one is made, and the deck's result says that the first may exist.
    state.possibleDuplicates.push('a task without outline: the answer to its creation was lost');
    await create();
  }
}
