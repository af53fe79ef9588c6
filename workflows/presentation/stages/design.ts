import { sleep } from '@temporalio/workflow';
import type { ServiceId } from '../../../src/core/service-id';
import { type Deck, userOf } from '../deck';
import { createOnce, idOf } from '../lost-responses';

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
    const save = call.create(`Save the design “${plan.name}”`).saveDesign({ user: userOf(deck), request });
    return idOf(deck, 'design', await save);
  });
}

/**
 * The id of a design that was saved from this deck's task, if there is one. Searched twice, because the lost call may still be
 * running.
 */
export async function designOfTask(deck: Deck): Promise<ServiceId | undefined> {
  const { state, plan, call } = deck;
  const search = { user: userOf(deck), taskId: state.taskId!, newestCreated: plan.wire.newestCreated };
  for (let round = 0; round < 2; round += 1) {
    await sleep(LOOKUP_PAUSE, { summary: 'Wait for the save to settle' });
    const found = await call.read('Find the design whose save response was lost').findDesign(search);
    if (found !== null) return found;
  }
  return undefined;
}
