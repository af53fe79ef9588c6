import { type Deck, userOf } from '../deck';
import { approvedOutline, hasOwnWords } from '../state';

/**
 * Saves the approved text at the service if the service did not generate it last. For a task from a title, the full
 * modified outline is sent before content is paid for; for other tasks, the outline with its content (specification,
 * "Outline structures and editing").
 */
export async function saveEditedOutline(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const revision = approvedOutline(state)!;
  await call.write(`Save outline revision ${revision.revision}`).saveOutline({
    user: userOf(deck),
    request: { task_id: state.taskId! },
    content: revision.document,
    // The service writes the content of a title, so only the outline of an edit is saved. That of a frame is written by
    // people.
    ...(plan.source.kind === 'title' && revision.part === 'content' && !state.frame ? { outlineOnly: true } : {}),
  });
  state.savedRevision = revision.revision;
  if (hasOwnWords(state)) delete state.content;
}
