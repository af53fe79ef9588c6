import { patched, sleep } from '@temporalio/workflow';
import { count } from '../count';
import { type Deck, paid, userOf } from '../deck';
import { isOutcomeUnknown } from '../failure-types';

/** Decks from before it saved again at once when they were told to retry. */
const LOOK_BEFORE_RETRY = 'look-for-unanswered-design-before-retry';
const LOOKUP_PAUSE = '3s';
/** Newest designs looked through for one that an unanswered save may have left. */
const LOOKED_THROUGH = 10;

/** Saves the design. A save without an answer is looked up and adopted, so that there is one design per deck. */
export async function saveDesign(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const template =
    state.template === undefined || state.template === 'none'
      ? {}
      : { template_id: state.template.id, template_type: state.template.type };
  const layout =
    state.layoutTaskId === undefined ? {} : { layout_type: plan.wire.proLayout, layout_task_id: state.layoutTaskId };
  const request = { task_id: state.taskId!, name: plan.name, ...template, ...layout };
  const save = async () => {
    const { id } = await paid(deck, 'saveDesign', () =>
      call.create(`Save the design “${plan.name}”`).saveDesign({ user: userOf(deck), request }),
    );
    state.designId = id;
  };
  // Parked after a save without an answer: by the time that somebody says retry it may be found.
  if (state.designUnanswered && patched(LOOK_BEFORE_RETRY) && (await adoptOrReportDuplicate(deck))) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await save();
      return;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      state.designUnanswered = true;
      if (attempt === 2) throw error;
    }
    if (await adoptOrReportDuplicate(deck)) return;
  }
}

/** True when the design of an unanswered save was found; otherwise the result says that there may be one. */
async function adoptOrReportDuplicate(deck: Deck): Promise<boolean> {
  const { state } = deck;
  const found = await designOfTask(deck);
  if (found !== undefined) state.designId = found;
  else {
    state.possibleDuplicates.push('a design: the answer to its save was lost and no design of the task was found');
    count('possibleDuplicates', { what: 'design' });
  }
  delete state.designUnanswered;
  return found !== undefined;
}

/** The id of a design that was saved from this deck's task. Looked for twice: the lost call may still be at work. */
export async function designOfTask(deck: Deck): Promise<number | undefined> {
  const user = userOf(deck);
  const read = deck.call.read('Look for the design whose save was not answered');
  for (let round = 0; round < 2; round += 1) {
    await sleep(LOOKUP_PAUSE, { summary: 'Until the unanswered save has settled' });
    const { list } = await read.listDesigns({
      user,
      request: { page: 1, page_size: LOOKED_THROUGH, order: deck.plan.wire.newestCreated },
    });
    for (const { id } of list) {
      const { task_id } = await read.readDesign({ user, request: { user_design_id: id } });
      if (task_id === deck.state.taskId) return id;
    }
  }
  return undefined;
}
