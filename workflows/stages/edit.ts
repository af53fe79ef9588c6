import { type Deck, userOf } from '../deck';
import { hasOwnWords, revisionToSave } from '../state';

/**
 * Gives the approved text to the service when it is not what the service generated last. For a task made from a title
 * the full modified outline is sent, before content is paid for; for the others outline plus content (specification,
 * "Outline structures and editing").
 */
export async function saveEditedOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const approved = revisionToSave(state)!;
  const revision = state.outlines.find((known) => known.revision === approved)!;
  await call.write(`Save outline revision ${approved}`).saveOutline({
    user: userOf(deck),
    request: { task_id: state.taskId! },
    content: revision.document,
    // The content of a title is the service's to write: what is saved of an edit of it is the outline.
    ...(plan.source.kind === 'title' && revision.part === 'content' ? { outlineOnly: true } : {}),
  });
  state.savedRevision = approved;
  if (hasOwnWords(state)) delete state.content;
}
