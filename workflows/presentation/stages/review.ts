import { ActivityFailure, condition, isCancellation } from '@temporalio/workflow';
import type { Gate, ReviewMessage } from '../../../src/core/review-message';
import { count, observe, secondsSince } from '../../count';
import { causeOf } from '../../failure-types';
import { collected, gateSettings, statusOfGate } from '../approvals';
import { isRemark } from '../decision-kinds';
import { objectionsClosed, openThreads, recordDecision } from '../decisions';
import { claimed, type Deck, left, now, publish } from '../deck';
import { updatesEndFirst } from '../evidence';
import { approve, decisionOfRule, decisionOn, nextStep } from '../gate';
import { HandOver, whetherToLeave } from '../handover';
import { notifyReceivers, notifyReceiversAndLog } from '../notify';
import { close, remark, revise } from '../settle';
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

/** Waits for a decision about the current outline or, before the design is saved, the content: by a person or the deadline. */
export async function review(deck: Deck, gate: Gate): Promise<void> {
  const { state } = deck;
  if (state.waiting === undefined) {
    approve(state, gate, decisionOn(state, 'review off', now()));
    return;
  }
  await request(deck, gate);
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

const nextSteps = { remind: 'next reminder', escalate: 'escalation', decide: 'review deadline' } as const;

/** The next decision of a person, with reminders by durable timers; undefined if the deadline passes. */
async function nextDecision(deck: Deck, gate: Gate): Promise<ReviewMessage | undefined> {
  const { inbox } = deck;
  const leaves = whetherToLeave(deck);
  const settled = () => inbox.review !== undefined || leaves();
  for (;;) {
    publish(deck, stageOf(gate));
    const awaits = `${gate === 'outline' ? 'Outline' : 'Content'} revision ${currentOutline(deck.state)!.revision} awaits review`;
    const next = nextStep(deck.state.waiting!, gateSettings(deck.plan, gate));
    if (next === undefined) await condition(settled);
    else if (!settled()) await condition(settled, left(next.at), { summary: `${awaits}; ${nextSteps[next.does]}` });
    // The decision stays in the inbox until it is applied, so that a second one is rejected meanwhile.
    if (inbox.review !== undefined && isRemark(inbox.review.decision)) await takeRemark(deck, gate, inbox.review);
    else if (inbox.review !== undefined) return inbox.review;
    else if (leaves()) throw new HandOver();
    else if (next!.does === 'decide') return undefined;
    else await remind(deck, gate, next!.does);
  }
}

/** Records comments or a reply, tells the receivers, and keeps the gate open. The comments must refer to this text. */
async function takeRemark(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state, inbox } = deck;
  delete inbox.reviewRefusal;
  const fault = await commentsFault(deck, message);
  if (fault === undefined) {
    remark(state, gate, claimed(message), now());
    count('reviewDecisions', { gate, decision: message.decision, by: 'person' });
    await reportRemark(deck, gate, message);
  } else {
    // The update responds with this. A signal cannot, so the problem is in the deck's list as well.
    inbox.reviewRefusal = fault;
    const who = message.reviewer ?? 'a reviewer';
    addProblem(state, {
      stage: stageOf(gate),
      type: 'MessageIgnored',
      message: `the comments of ${who} were rejected: ${fault}`,
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

/** The notification has the reviewer and the threads. Their text is in the deck only. */
async function reportRemark(
  deck: Deck,
  gate: Gate,
  { reviewer = 'a reviewer', decision }: ReviewMessage,
): Promise<void> {
  const { revision } = currentOutline(deck.state)!;
  const { opens = [], thread } = deck.state.decisions!.at(-1)!;
  const objects = decision === 'request-changes';
  const did = objects
    ? 'requested changes to'
    : thread === undefined
      ? 'commented on'
      : `replied in thread ${thread} on`;
  await notifyReceivers(deck, objects ? 'review.changes_requested' : 'review.commented', {
    message: `${reviewer} ${did} the ${gate} of “${deck.plan.title}” (revision ${revision})`,
    threads: thread === undefined ? opens.map(({ number }) => number) : [thread],
  });
}

async function remind(deck: Deck, gate: Gate, does: 'remind' | 'escalate'): Promise<void> {
  const waiting = deck.state.waiting!;
  deck.steps += 1;
  const { escalateTo } = gateSettings(deck.plan, gate);
  const status = statusOfGate(deck.state);
  const missing = status === undefined ? '' : ` (${status.summary})`;
  const message = `the ${gate} of “${deck.plan.title}” has been awaiting review since ${waiting.since}${missing}`;
  if (does === 'escalate') {
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
}

function takeRule({ state, plan }: Deck, gate: Gate): void {
  const { decision, by } = decisionOfRule(gateSettings(plan, gate));
  const approval = decisionOn(state, by, now());
  const closes = decision === 'approve' ? objectionsClosed(state) : {};
  recordDecision(state, { gate, decision, by, at: approval.at, via: 'rule', ...closes });
  if (decision === 'reject') state.rejection = approval;
  else approve(state, gate, approval, collected(state, gate));
  count('reviewDecisions', { gate, decision, by: 'rule' });
  delete state.waiting;
}

async function takeDecision(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state, inbox } = deck;
  const decided = claimed(message);
  const { decision } = decided;
  count('reviewDecisions', { gate, decision, by: 'person' });
  if (decision === 'edit') await takeEdit(deck, gate, decided);
  else if (decision === 'approve' || decision === 'regenerate' || decision === 'reject') {
    close(state, gate, { ...decided, decision }, now());
  }
  delete state.waiting;
  delete inbox.review;
  inbox.decisions += 1;
}

/** An edit becomes the current revision. */
async function takeEdit(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state } = deck;
  const { outline, restore, accept, reviewer: by = 'reviewer' } = message;
  const earlier = state.outlines.find(({ revision }) => revision === restore);
  if (earlier !== undefined) {
    revise(state, gate, message, { document: earlier.document, at: now() });
    const facts = state.textFacts?.[earlier.revision];
    if (facts !== undefined) setTextFacts(state, facts, now());
    return;
  }
  try {
    const { item, suggestion } = openThreads(state).find(({ number }) => number === accept) ?? {};
    const kept = {
      outline: outline ?? currentOutline(state)!.document,
      ...(item === undefined || suggestion === undefined ? {} : { change: { item, suggestion } }),
      ...(needsStore(state) ? { inline: false } : {}),
    };
    const at = now();
    await updatesEndFirst();
    const { document, ...facts } = await deck.call.write('Store the edited outline').storeOutline(kept);
    revise(state, gate, message, { document, at });
    setTextFacts(state, facts, at);
  } catch (error) {
    if (isCancellation(error)) throw error;
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
