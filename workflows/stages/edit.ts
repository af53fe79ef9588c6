import { type Deck, userOf } from '../deck';
import { currentOutline } from '../state';

/**
 * Gives the approved outline to the service when it is not the one that the service generated last. For a task made
 * from a title the full modified outline is sent, before content is paid for (specification, "Outline structures").
 */
export async function saveEditedOutline(deck: Deck): Promise<void> {
  const { state, call } = deck;
  const approved = currentOutline(state)!;
  await call.write(`Save outline revision ${approved.revision}`).saveOutline({
    user: userOf(deck),
    request: { task_id: state.taskId! },
    content: approved.document,
  });
  state.savedRevision = approved.revision;
}
