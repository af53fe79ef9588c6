import { type Deck, userOf } from '../deck';
import { createOnce } from '../lost-responses';

/**
 * Starts the pro-layout task, which needs the content and the full outline (specification, "Task and generation"). A
 * duplicate is harmless: it belongs to the same task.
 */
export async function startProLayout(deck: Deck): Promise<void> {
  const { state, call } = deck;
  const resource = { endpoint: 'addProLayout', kind: 'layout', what: 'a pro-layout task', call: 'start' } as const;
  const request = { text_id: state.taskId! };
  const { id } = await createOnce(deck, resource, () =>
    call.create('Start the pro layout').addProLayout({ user: userOf(deck), request }),
  );
  state.layoutTaskId = id;
}
