import { type Deck, paid, userOf } from '../deck';
import { createReportingDuplicates } from '../lost-responses';

/**
 * Starts the pro-layout task, which needs the content and the full outline (specification, "Task and generation"). A
 * duplicate is harmless: it belongs to the same task.
 */
export async function startProLayout(deck: Deck): Promise<void> {
  const { state, call } = deck;
  const lost = 'a pro-layout task: the response to its start was lost';
  const request = { text_id: state.taskId! };
  const { id } = await createReportingDuplicates(deck, { kind: 'layout', lost }, () =>
    paid(deck, 'addProLayout', () => call.create('Start the pro layout').addProLayout({ user: userOf(deck), request })),
  );
  state.layoutTaskId = id;
}
