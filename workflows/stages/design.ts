import { patched, sleep } from '@temporalio/workflow';
import { count } from '../count';
import { type Deck, paid, userOf } from '../deck';
import { isOutcomeUnknown } from '../failure-types';

/** Decks without this patch marker saved again immediately on a retry. */
const LOOK_BEFORE_RETRY = 'look-for-unanswered-design-before-retry';
const LOOKUP_PAUSE = '3s';
/** Number of newest designs to search for the design of a lost response. */
const DESIGNS_SEARCHED = 10;

/**
 * Saves the design. After a lost response, the design is looked up and adopted, so that there is one design per deck.
 */
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
  // The deck was parked after a lost response. By the time of the retry, the design may be found.
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

/** Adopts the design of a lost response, or reports a possible duplicate. @returns whether the design was found */
async function adoptOrReportDuplicate(deck: Deck): Promise<boolean> {
  const { state } = deck;
  const found = await designOfTask(deck);
  if (found !== undefined) state.designId = found;
  else {
    state.possibleDuplicates.push('a design: the response to its save was lost and no design of the task was found');
    count('possibleDuplicates', { what: 'design' });
  }
  delete state.designUnanswered;
  return found !== undefined;
}

/**
 * The id of a design that was saved from this deck's task. Searched twice, because the lost call may still be running.
 */
export async function designOfTask(deck: Deck): Promise<number | undefined> {
  const user = userOf(deck);
  const read = deck.call.read('Find the design whose save response was lost');
  for (let round = 0; round < 2; round += 1) {
    await sleep(LOOKUP_PAUSE, { summary: 'Wait for the save to settle' });
    const { list } = await read.listDesigns({
      user,
      request: { page: 1, page_size: DESIGNS_SEARCHED, order: deck.plan.wire.newestCreated },
    });
    for (const { id } of list) {
      const { task_id } = await read.readDesign({ user, request: { user_design_id: id } });
      if (task_id === deck.state.taskId) return id;
    }
  }
  return undefined;
}
