import { sleep } from '@temporalio/workflow';
import type { ServiceId } from '../../../src/core/service-id';
import type { Policies } from '../../../src/decks/input/review-floor';
import { policyOf } from '../approvals';
import { type Deck, userOf } from '../deck';
import { createOnce, idOf } from '../lost-responses';
import type { PresentationState } from '../state';

const LOOKUP_PAUSE = '3s';

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
  const design = { endpoint: 'saveDesign', kind: 'design', what: 'a design', call: 'save' } as const;
  state.designId = await createOnce(deck, { ...design, find: () => designOfTask(deck) }, async () => {
    const save = call
      .create(`Save the design “${plan.name}”`)
      .saveDesign({ user: userOf(deck), request, ...metBy(state) });
    return idOf(deck, 'design', await save);
  });
}

/**
 * The id of a design that was saved from this deck's task, if there is one. Searched twice, because the lost call may still be
 * running.
 */
export async function designOfTask(deck: Deck): Promise<ServiceId | undefined> {
  const { state, plan, call } = deck;
  const search = { user: userOf(deck), taskId: state.taskId!, newestCreated: plan.wire.newestCreated, ...metBy(state) };
  for (let round = 0; round < 2; round += 1) {
    await sleep(LOOKUP_PAUSE, { summary: 'Wait for the save to settle' });
    const found = await call.read('Find the design whose save response was lost').findDesign(search);
    if (found !== null) return found;
  }
  return undefined;
}

/** The review policy that the text has met, because a design is saved after the gates. */
function metBy(state: PresentationState): { met?: Policies } {
  if (policyOf(state, 'outline') === undefined && policyOf(state, 'content') === undefined) return {};
  const { review, contentReview, reviewerGroups } = state.plan!.settings;
  return { met: { review, contentReview, reviewerGroups } };
}
