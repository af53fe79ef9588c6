import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  ParentClosePolicy,
  startChild,
  type WorkflowInfo,
  workflowInfo,
} from '@temporalio/workflow';
import { counted } from '../../src/base/text/counted';
import { utf8Length } from '../../src/base/text/utf8-bytes';
import { given } from '../../src/core/given';
import { code, panel, plain } from '../../src/core/markdown';
import type { DeckEvent, DeckEventData, Notice, NoticeKind } from '../../src/core/notices';
import { frameWords } from '../../src/core/remarks';
import { nameOf } from '../../src/core/reviewer-name';
import { isAlreadyStarted } from '../child-deck';
import type { notification } from '../notification';
import { type Deck, now, reviewDue, userOf } from './deck';
import { currentOutline } from './state';

/** Sends a notification and writes it to the operators' log. A deck does not fail because no one can be reached. */
export async function notifyReceiversAndLog(
  deck: Deck,
  summary: string,
  notice: Pick<Notice, 'kind' | 'message' | 'to'>,
): Promise<void> {
  const { kind, message, to } = notice;
  await notifyReceivers(deck, kind, { message, ...given({ escalateTo: to }) });
  const { title, request } = deck.plan;
  try {
    await deck.call.write(summary).notify({ ...notice, uid: userOf(deck).uid, request, title });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  }
}

type DecisionFacts = 'gate' | 'revision' | 'decision' | 'by' | 'verified' | 'sha256';

/**
 * Notifies the receivers of this event type, if there are any; the log is not a receiver. A separate workflow does the
 * delivery, and the deck waits only until that workflow has started. So a receiver that is down for days does not delay
 * the deck, and the event is delivered even if the deck completes or is cancelled in the meantime.
 */
export async function notifyReceivers(
  deck: Deck,
  type: NoticeKind,
  facts: Pick<
    DeckEventData,
    'message' | 'escalateTo' | 'problem' | 'files' | 'openPrompts' | 'threads' | DecisionFacts
  >,
): Promise<void> {
  const { state, plan } = deck;
  if (!plan.notices?.includes(type)) return;
  state.notices = (state.notices ?? 0) + 1;
  const event: DeckEvent = { type, timestamp: now(), data: { ...dataOf(deck, type), ...facts } };
  try {
    await CancellationScope.nonCancellable(() =>
      startChild<typeof notification>('notification', {
        workflowId: noticeId(type, state.notices!, workflowInfo()),
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

/** In bytes. */
const LONGEST_ID = 900;

/**
 * A failed deck can be started again under the same id, so the id of its first run makes the notification's id unique.
 */
export function noticeId(
  type: NoticeKind,
  number: number,
  { workflowId, firstExecutionRunId }: Pick<WorkflowInfo, 'workflowId' | 'firstExecutionRunId'>,
): string {
  const id = `notification/${workflowId}/${type}/${number}/${firstExecutionRunId}`;
  // The server accepts 1,000 bytes. No other run has the same run ID.
  return utf8Length(id) <= LONGEST_ID ? id : `notification/${firstExecutionRunId}/${type}/${number}`;
}

function dataOf(deck: Deck, type: NoticeKind): Omit<DeckEventData, 'message'> {
  const { state, plan } = deck;
  const { waiting, attention } = state;
  const revision = currentOutline(state)?.revision;
  const due = reviewDue(deck);
  return {
    deck: workflowInfo().workflowId,
    firstRun: workflowInfo().firstExecutionRunId,
    uid: plan.uid,
    request: plan.request,
    title: plan.title,
    stage: state.stage,
    ...given({ revision, problem: attention?.type, remedy: attention?.remedy }),
    ...(type.startsWith('review.')
      ? given({ gate: waiting?.gate, due: due === undefined ? undefined : new Date(due).toISOString() })
      : {}),
  };
}

/** Notifies the receivers that the deck was delivered or rejected. */
export function notifyOfResult(deck: Deck): Promise<void> {
  const { title } = deck.plan;
  const { rejection, exports, openPrompts } = deck.state;
  if (rejection !== undefined) {
    const why = rejection.comment === undefined ? '' : `: ${rejection.comment}`;
    return notifyReceivers(deck, 'deck.rejected', { message: `“${title}” was rejected by ${nameOf(rejection)}${why}` });
  }
  const files = exports.flatMap((item) => item.files);
  const count = counted(files.length, 'file');
  const is = openPrompts === undefined ? 'is ready' : `is a ${frameWords(openPrompts)}`;
  const message = `“${title}” ${is}: ${count}`;
  return notifyReceivers(deck, 'deck.delivered', { message, files, ...given({ openPrompts }) });
}

/** Notifies the receivers that the deck was cancelled or failed. */
export function notifyOfEnd(deck: Deck, error: unknown): Promise<void> {
  const { title } = deck.plan;
  if (isCancellation(error)) {
    const left = deck.state.problems.find(({ type }) => type === 'NotDiscarded');
    const message = `“${title}” was cancelled${left === undefined ? '' : `; ${left.message}`}`;
    return notifyReceivers(deck, 'deck.cancelled', { message });
  }
  const { message, type } = error as { message: string; type?: string };
  return notifyReceivers(deck, 'deck.failed', { message, ...given({ problem: type }) });
}
