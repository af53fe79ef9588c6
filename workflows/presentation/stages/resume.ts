import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { given } from '../../../src/core/given';
import type { ServiceId } from '../../../src/core/service-id';
import { causeOf } from '../../failure-types';
import { type Deck, now, userOf } from '../deck';
import { addRevision, currentOutline } from '../state';

/**
 * Adopts the ids that the input starts from. Ids of another user, or of different decks, fail the deck before any cost.
 */
export async function resumeFrom(deck: Deck): Promise<void> {
  const { state, plan } = deck;
  const { taskId, ticket, designId } = plan.from!;
  const fault = await adopt(deck, given({ taskId, designId }));
  if (fault !== undefined) throw ApplicationFailure.nonRetryable(`from: ${fault}`, 'InvalidInput');
  if (ticket !== undefined) {
    if (currentOutline(state) === undefined) {
      throw ApplicationFailure.nonRetryable(
        `from: task ${taskId} has no outline, so it cannot have a content job`,
        'InvalidInput',
      );
    }
    state.ticket = ticket;
    // Starting that job implied approval of the outline, so it is not reviewed again.
    state.approval = { revision: currentOutline(state)!.revision, by: 'the content job that runs', at: now() };
  }
  state.resumed = true;
}

/**
 * Checks ids at the service and adds them to the state.
 * @returns why they are rejected, or undefined
 */
export async function adopt(
  deck: Deck,
  ids: { taskId?: ServiceId; designId?: ServiceId },
): Promise<string | undefined> {
  const { state, plan, call } = deck;
  const user = userOf(deck);
  const { taskId = state.taskId, designId } = ids;
  try {
    if (designId !== undefined) {
      const request = { user_design_id: designId };
      const design = await call.read(`Read design ${designId}`).readDesign({ user, request });
      if (taskId !== undefined && design.task_id !== taskId) {
        return `design ${designId} belongs to task ${design.task_id}, not to task ${taskId}`;
      }
      if (!plan.titled && plan.from?.designId === designId) {
        if (plan.name === plan.title) plan.name = design.name;
        plan.title = design.name;
      }
      state.designId = designId;
      state.taskId = design.task_id;
    }
    if (ids.taskId !== undefined && designId === undefined) await adoptTask(deck, ids.taskId);
  } catch (error) {
    const { type, message } = error instanceof ActivityFailure ? causeOf(error) : { type: '', message: '' };
    if (type !== 'NotFound') throw error;
    return message;
  }
  return undefined;
}

async function adoptTask(deck: Deck, taskId: ServiceId): Promise<void> {
  const { state, call } = deck;
  const request = { task_id: taskId };
  const found = await call.read(`Read task ${taskId}`).readOutline({ user: userOf(deck), request });
  state.taskId = taskId;
  if (found === null || currentOutline(state) !== undefined) return;
  const { revision } = addRevision(state, { part: 'outline', document: found.document, source: 'found', at: now() });
  state.savedRevision = revision;
}
