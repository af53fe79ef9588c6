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

/** Lets people know. Nobody being reachable is no reason for a deck to fail. */
export async function tell(
  deck: Deck,
  summary: string,
  notice: Pick<Notice, 'kind' | 'message' | 'to'>,
): Promise<void> {
  const { kind, message, to } = notice;
  if (listens(deck, kind)) await announce(deck, kind, { message, ...(to === undefined ? {} : { escalateTo: to }) });
  const { title, request } = deck.plan;
  try {
    await deck.call.write(summary).notify({ ...notice, uid: userOf(deck).uid, request, title });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  }
}

/** Whether any receiver outside of the log wants to hear of this. */
export function listens({ plan }: Deck, kind: NoticeKind): boolean {
  return plan.notices?.includes(kind) ?? false;
}

/**
 * Tells the receivers outside of the log; whoever calls it has looked that one listens, so that decks without any take
 * not even a turn more. It is done by a workflow of its own, which is only waited for until it has been started. A
 * receiver that is down for days then neither holds the deck up nor loses what happened, also when the deck has ended
 * meanwhile or is cancelled just now.
 */
export async function announce(
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
    // After a reset of the deck, one that it has started before is still on its way.
    if (!isAlreadyStarted(error)) throw error;
  }
}

/** The request may become a deck again after one that failed: the first run of this one makes the id its own. */
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
