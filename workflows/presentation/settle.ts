import type { Document } from '../../src/core/document';
import { given } from '../../src/core/given';
import type { Approval } from '../../src/core/progress';
import type { Gate, ReviewMessage } from '../../src/core/review-message';
import { nameKey } from '../../src/core/reviewer-name';
import { collected, delegate, isComplete, policyOf, statusOf, statusOfGate } from './approvals';
import { closed, type NewDecision, objectionsClosed, opensOf, openThreads, recordDecision } from './decisions';
import { decide, decisionOn, identityOf } from './gate';
import { addRevision, currentOutline, type PresentationState } from './state';

/**
 * How the decisions of people change the deck and its record. Pure functions of the state. `verified` of a message is
 * what the record shows; `at` is ISO 8601.
 */

/** An approval while others are missing. Undefined for the last one, which the review stage applies. */
export function settleApproval(state: PresentationState, gate: Gate, message: ReviewMessage, at: string) {
  if (completes(state, gate, message, at)) return undefined;
  collect(state, gate, message, at);
  const { revision, reviewer } = message;
  return `the approval of revision ${revision} by ${reviewer} is recorded${standing(state)}`;
}

export function settleDelegation(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): string {
  const { reviewer, to } = message;
  recordPerson(state, gate, message, at, { to: to! });
  delegate(state, gate, reviewer!, to!);
  return `${to} decides for ${reviewer} on the ${gate}${standing(state)}`;
}

export function settleResolution(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): string {
  const { thread, revision } = message;
  const resolved = openThreads(state).filter(({ number }) => thread === undefined || number === thread);
  recordPerson(state, gate, message, at, closed(resolved));
  const open = openThreads(state).map(({ number }) => number);
  const left = open.length === 0 ? 'no thread is open' : `still open: ${open.join(', ')}`;
  return `resolved: ${resolved.map(({ number }) => number).join(', ')}; ${left}; revision ${revision} is awaiting review`;
}

function standing(state: PresentationState): string {
  const approvals = statusOfGate(state);
  return approvals === undefined ? '' : `: ${approvals.summary}`;
}

/** Whether this approval is the last one that the gate needs. */
function completes(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): boolean {
  const policy = policyOf(state, gate);
  if (policy === undefined) return true;
  const given = [...collected(state, gate), approvalOf(state, message, at)];
  return isComplete(statusOf(state, gate, policy, given));
}

function collect(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): void {
  const { template } = message;
  const approval = approvalOf(state, message, at);
  const given = [...collected(state, gate), { ...approval, ...(template === undefined ? {} : { template }) }];
  const own = nameKey(message.reviewer!);
  recordPerson(
    state,
    gate,
    message,
    at,
    objectionsClosed(state, (author) => nameKey(author) === own),
  );
  state.approvals = { gate, revision: currentOutline(state)!.revision, given };
}

function approvalOf(state: PresentationState, message: ReviewMessage, at: string): Approval {
  const { reviewer = 'reviewer', comment } = message;
  return { ...decisionOn(state, reviewer, at, comment), ...identityOf(state, message) };
}

/** Applies a decision that closes the gate without another revision. */
export function close(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage & { decision: 'approve' | 'regenerate' | 'reject' },
  at: string,
): void {
  recordPerson(state, gate, message, at, message.decision === 'approve' ? objectionsClosed(state) : {});
  decide(state, gate, message, at);
}

/** Adds an edited text, which is reviewed like any other. It discards approvals, and keeps the other threads open. */
export function revise(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage,
  { document, at }: { document: Document; at: string },
): void {
  const { reviewer: by = 'reviewer', verified, comment, accept } = message;
  const newRevision = state.outlines.length + 1;
  recordPerson(state, gate, message, at, { newRevision, ...closed(accept === undefined ? [] : [{ number: accept }]) });
  delete state.approvals;
  addRevision(state, {
    ...{ part: gate, source: 'edited', at, by, document },
    ...given({ verified, comment }),
  });
}

/** Records comments that fit the text, or a reply. */
export function remark(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): void {
  const { comment, ...opening } = message;
  if (message.decision === 'reply') recordPerson(state, gate, message, at, given({ thread: message.thread }));
  else recordPerson(state, gate, opening, at, { opens: opensOf(state, message) });
}

/** Records the decision of a person about the current revision. */
function recordPerson(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage,
  at: string,
  more: NewDecision,
): void {
  const { decision, reviewer: by = 'reviewer', verified, subject, via = 'api', comment, despite } = message;
  recordDecision(state, {
    ...{ gate, decision, by, at, via },
    ...given({ verified, subject, comment, despite }),
    ...more,
  });
}
