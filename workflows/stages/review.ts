import { ActivityFailure, CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import type { GeneratedText } from '../../activities/generation';
import type { EditedOutline } from '../../activities/presentation';
import type { Gate, ReviewMessage } from '../../src/core/messages';
import { collected, statusOfGate } from '../approvals';
import { count, observe, secondsSince } from '../count';
import { recordDecision } from '../decisions';
import { claimedBy, type Deck, left, now, publish, reviewDue } from '../deck';
import { causeOf } from '../failure-types';
import { approve, decisionOfRule, decisionOn, gateSettings, nextReminder } from '../gate';
import { HandOver, whetherToLeave } from '../handover';
import { inWorkflowTask } from '../local-steps';
import { hasReceivers, notifyReceivers, notifyReceiversAndLog } from '../notify';
import { close, requestChanges, revise } from '../settle';
import { addProblem, addRevision, currentOutline, needsStore, setTextFacts } from '../state';

/**
 * Opens the gate for decisions. This happens before the stage is published and before a run hands over, so that no
 * decision is rejected too early and the search attributes change once, not twice.
 */
export function openGate(deck: Deck, gate: Gate): void {
  const { state } = deck;
  // Generated content becomes a revision when its review starts. A text with its own content already is one.
  if (gate === 'content' && state.content !== undefined && state.content.revision === undefined) {
    const { document } = state.content;
    const asRevision = { part: 'content', document, source: 'generated', at: now() } as const;
    state.content.revision = addRevision(state, asRevision).revision;
  }
  if (gateSettings(deck.plan, gate).mode !== 'off') state.waiting ??= { gate, since: now(), reminders: 0 };
}

/** Waits for a decision about the current outline, by a person or by the deadline. */
export function reviewOutline(deck: Deck): Promise<void> {
  return review(deck, 'outline');
}

/** The same for the content, before the design is saved. */
export function reviewContent(deck: Deck): Promise<void> {
  return review(deck, 'content');
}

async function review(deck: Deck, gate: Gate): Promise<void> {
  const { state } = deck;
  openGate(deck, gate);
  if (state.waiting === undefined) {
    approve(state, gate, decisionOn(state, 'review off', now()));
    return;
  }
  publish(deck, stageOf(gate));
  if (hasReceivers(deck, 'review.requested')) await request(deck, gate);
  const message = await nextDecision(deck, gate);
  observe('reviewWait', secondsSince(state.waiting.since), { gate });
  if (message === undefined) takeRule(deck, gate);
  else await takeDecision(deck, gate, message);
}

/** Requests a review once per revision. A gate that approves immediately requests none. */
async function request(deck: Deck, gate: Gate): Promise<void> {
  const { state, plan } = deck;
  const { mode, autoApproveAfter } = gateSettings(plan, gate);
  if (mode === 'auto-approve' && autoApproveAfter === 0) return;
  const { revision } = currentOutline(state)!;
  if (state.requested?.gate === gate && state.requested.revision === revision) return;
  state.requested = { gate, revision };
  await notifyReceivers(deck, 'review.requested', {
    message: `the ${gate} of “${plan.title}” (revision ${revision}) is awaiting review`,
  });
}

const stageOf = (gate: Gate) => (gate === 'outline' ? 'review' : 'contentReview');

/** The next decision of a person, with reminders by durable timers; undefined if the deadline passes. */
async function nextDecision(deck: Deck, gate: Gate): Promise<ReviewMessage | undefined> {
  if (!deck.since02 && !deck.plan.dueByTimers) return nextDecisionByClock(deck, gate);
  const { inbox } = deck;
  const leaves = whetherToLeave(deck);
  const due = reviewDue(deck);
  let over = false;
  const end = new CancellationScope();
  if (due !== undefined) {
    end
      .run(() => sleep(left(due), { summary: 'Review deadline' }))
      .then(
        () => {
          over = true;
        },
        () => undefined,
      );
  }
  const settled = () => inbox.review !== undefined || over || leaves();
  try {
    for (;;) {
      const next = nextReminder(deck.state.waiting!, gateSettings(deck.plan, gate));
      if (next === undefined) await condition(settled);
      else if (!settled()) await condition(settled, left(next.at), { summary: 'Next reminder' });
      // The decision stays in the inbox until it is applied, so that a second one is rejected meanwhile.
      if (inbox.review?.decision === 'request-changes') {
        await takeChangeRequest(deck, gate, inbox.review);
        continue;
      }
      if (inbox.review !== undefined) return inbox.review;
      if (over) return undefined;
      if (leaves()) throw new HandOver();
      await remind(deck, gate, next!.escalates);
    }
  } finally {
    end.cancel();
  }
}

/** Records a change request, tells the receivers, and keeps the gate open. The comments must refer to this text. */
async function takeChangeRequest(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state, inbox } = deck;
  delete inbox.reviewRefusal;
  const fault = await commentsFault(deck, message);
  if (fault === undefined) {
    requestChanges(state, gate, claimedBy(deck, message), now());
    count('reviewDecisions', { gate, decision: 'request-changes', by: 'person' });
    publish(deck, stageOf(gate));
    if (hasReceivers(deck, 'review.changes_requested')) await reportChanges(deck, gate, message);
  } else {
    // The update responds with this. A signal cannot, so the problem is in the deck's list as well.
    inbox.reviewRefusal = fault;
    const who = message.reviewer ?? 'a reviewer';
    addProblem(state, {
      stage: stageOf(gate),
      type: 'MessageIgnored',
      message: `the change request from ${who} was rejected: ${fault}`,
      at: now(),
    });
  }
  delete inbox.review;
  inbox.decisions += 1;
}

/** Why the comments do not fit the text, or undefined. */
async function commentsFault(deck: Deck, { comments }: ReviewMessage): Promise<string | undefined> {
  if (comments === undefined) return undefined;
  const { document } = currentOutline(deck.state)!;
  try {
    const { fault } = await deck.call.read('Check the comments').checkComments({ document, comments });
    return fault;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return `the comments could not be checked: ${causeOf(error).message}`;
  }
}

/** The notification has the reviewer and the number of comments. Their text is in the deck only. */
async function reportChanges(deck: Deck, gate: Gate, { reviewer = 'a reviewer' }: ReviewMessage): Promise<void> {
  const { revision } = currentOutline(deck.state)!;
  await notifyReceivers(deck, 'review.changes_requested', {
    message: `${reviewer} requested changes to the ${gate} of “${deck.plan.title}” (revision ${revision})`,
  });
}

async function remind(deck: Deck, gate: Gate, escalates: boolean): Promise<void> {
  const waiting = deck.state.waiting!;
  deck.steps += 1;
  const { escalateTo } = gateSettings(deck.plan, gate);
  const status = statusOfGate(deck.state);
  const missing = status === undefined ? '' : ` (${status.summary})`;
  const message = `the ${gate} of “${deck.plan.title}” has been awaiting review since ${waiting.since}${missing}`;
  if (escalates) {
    waiting.escalated = true;
    await notifyReceiversAndLog(deck, `Escalate to ${escalateTo}`, {
      kind: 'review.escalated',
      to: escalateTo,
      message,
    });
  } else {
    waiting.reminders += 1;
    await notifyReceiversAndLog(deck, 'Remind the reviewers', { kind: 'review.reminder', message });
  }
  publish(deck, stageOf(gate));
}

/** For runs from 0.1.0, whose histories must still replay. */
async function nextDecisionByClock(deck: Deck, gate: Gate): Promise<ReviewMessage | undefined> {
  const { inbox } = deck;
  const due = reviewDue(deck);
  const arrived = () => inbox.review !== undefined;
  for (;;) {
    const next = nextReminder(deck.state.waiting!, gateSettings(deck.plan, gate));
    const wake = next?.at ?? due;
    if (wake === undefined) {
      await condition(arrived);
    } else if (wake > Date.now()) {
      const summary = next === undefined ? 'Review deadline' : 'Next reminder';
      await condition(arrived, wake - Date.now(), { summary });
    }
    if (inbox.review !== undefined) return inbox.review;
    if (next === undefined || (due !== undefined && Date.now() >= due)) return undefined;
    await remind(deck, gate, next.escalates);
  }
}

function takeRule({ state, plan }: Deck, gate: Gate): void {
  const { decision, by } = decisionOfRule(gateSettings(plan, gate));
  const approval = decisionOn(state, by, now());
  recordDecision(state, { gate, decision, by, at: approval.at, via: 'rule' });
  if (decision === 'reject') state.rejection = approval;
  else approve(state, gate, approval, collected(state, gate));
  count('reviewDecisions', { gate, decision, by: 'rule' });
  delete state.waiting;
}

async function takeDecision(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state, inbox } = deck;
  const claimed = claimedBy(deck, message);
  const { decision } = claimed;
  count('reviewDecisions', { gate, decision, by: 'person' });
  if (decision === 'edit') await takeEdit(deck, gate, claimed);
  else if (decision === 'approve' || decision === 'regenerate' || decision === 'reject') {
    close(state, gate, { ...claimed, decision }, now());
  }
  delete state.waiting;
  delete inbox.review;
  inbox.decisions += 1;
}

function storeEdit({ call, localSteps }: Deck, edit: EditedOutline): Promise<GeneratedText> {
  const onQueue = () => call.write('Store the edited outline').storeOutline(edit);
  return localSteps ? inWorkflowTask((local) => local.storeOutline(edit), onQueue) : onQueue();
}

/** An edit becomes the current revision. */
async function takeEdit(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state } = deck;
  const { outline, restore, reviewer: by = 'reviewer' } = message;
  const earlier = state.outlines.find(({ revision }) => revision === restore);
  if (earlier !== undefined) {
    revise(state, gate, message, { document: earlier.document, at: now() });
    return;
  }
  try {
    const kept = needsStore(state) ? { outline: outline!, inline: false } : { outline: outline! };
    const at = now();
    const { document, ...facts } = await storeEdit(deck, kept);
    revise(state, gate, message, { document, at });
    setTextFacts(state, facts, at);
  } catch (error) {
    // Runs from before 0.2 treated a cancellation as a fault of the text and ended one step later.
    if (deck.since02 && isCancellation(error)) throw error;
    // The edited text is invalid or cannot be stored, so record a problem and keep waiting.
    const cause = (error as Error & { cause?: Error }).cause ?? (error as Error);
    addProblem(state, {
      stage: stageOf(gate),
      type: 'InvalidOutline',
      message: `the edited outline from ${by} was rejected: ${cause.message}`,
      at: now(),
    });
  }
}
