import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  ParentClosePolicy,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { code, panel, plain } from '../src/core/markdown';
import type { DeckEvent, DeckEventData, Notice, NoticeKind } from '../src/core/notices';
import { isAlreadyStarted } from './child-deck';
import { type Deck, now, reviewDue, userOf } from './deck';
import type { notification } from './notification';
import { currentOutline } from './state';

/** Sends a notification and writes it to the operators' log. A deck does not fail because no one can be reached. */
export async function notifyReceiversAndLog(
  deck: Deck,
  summary: string,
  notice: Pick<Notice, 'kind' | 'message' | 'to'>,
): Promise<void> {
  const { kind, message, to } = notice;
  if (hasReceivers(deck, kind)) {
    await notifyReceivers(deck, kind, { message, ...(to === undefined ? {} : { escalateTo: to }) });
  }
  const { title, request } = deck.plan;
  try {
    await deck.call.write(summary).notify({ ...notice, uid: userOf(deck).uid, request, title });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  }
}

/** Whether any receiver subscribes to this event type. The log is not a receiver. */
export function hasReceivers({ plan }: Deck, kind: NoticeKind): boolean {
  return plan.notices?.includes(kind) ?? false;
}

/**
 * Notifies the receivers. Callers check `hasReceivers` first, so that a deck without receivers takes no extra
 * event-loop turn. A separate workflow does the delivery, and the deck waits only until that workflow has started. So a
 * receiver that is down for days does not delay the deck, and the event is delivered even if the deck completes or is
 * cancelled in the meantime.
 */
export async function notifyReceivers(
  deck: Deck,
  type: NoticeKind,
  facts: Pick<DeckEventData, 'message' | 'escalateTo' | 'problem' | 'files'>,
): Promise<void> {
  const { state } = deck;
  state.notices = (state.notices ?? 0) + 1;
  const event: DeckEvent = { type, timestamp: now(), data: { ...dataOf(deck, type), ...facts } };
  try {
    await CancellationScope.nonCancellable(() =>
      startChild<typeof notification>('notification', {
        workflowId: noticeId(type, state.notices!),
        args: [{ event }],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        staticSummary: type,
        staticDetails: panel([`- deck: ${code(event.data.deck)}`, `- ${plain(facts.message)}`]),
      }),
    );
  } catch (error) {
    // After a reset, the deck starts a notification again that its earlier run has already started.
    if (!isAlreadyStarted(error)) throw error;
  }
}

/**
 * A failed deck can be started again under the same id, so the id of its first run makes the notification's id unique.
 */
function noticeId(type: NoticeKind, number: number): string {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  return `notification/${workflowId}/${type}/${number}/${firstExecutionRunId}`;
}

function dataOf(deck: Deck, type: NoticeKind): Omit<DeckEventData, 'message'> {
  const { state, plan } = deck;
  const { waiting, attention } = state;
  const revision = currentOutline(state)?.revision;
  const due = reviewDue(deck);
  return {
    deck: workflowInfo().workflowId,
    uid: plan.uid,
    request: plan.request,
    title: plan.title,
    stage: state.stage,
    ...(revision === undefined ? {} : { revision }),
    ...(waiting === undefined || !type.startsWith('review.') ? {} : { gate: waiting.gate }),
    ...(due === undefined || !type.startsWith('review.') ? {} : { due: new Date(due).toISOString() }),
    ...(attention === undefined ? {} : { problem: attention.type, remedy: attention.remedy }),
  };
}
