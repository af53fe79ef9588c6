import type { Document } from '../../src/core/document';
import { given } from '../../src/core/given';
import type { Approval } from '../../src/core/progress';
import type { Gate, ReviewMessage } from '../../src/core/review-message';
import { collected, delegate, isComplete, policyOf, statusOf, statusOfGate } from './approvals';
import {
  closeChangeRequests,
  discardApprovals,
  type NewDecision,
  openChangeRequest,
  recordDecision,
} from './decisions';
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
  const { changeRequest, revision } = message;
  const closed = closeChangeRequests(state, changeRequest === undefined ? undefined : [changeRequest]);
  recordPerson(state, gate, message, at, closed);
  return `${openSentence(state)}; revision ${revision} is awaiting review`;
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
  recordPerson(state, gate, message, at, closeOwn(state, message));
  state.approvals = { gate, revision: currentOutline(state)!.revision, given };
}

function approvalOf(state: PresentationState, message: ReviewMessage, at: string): Approval {
  const { reviewer = 'reviewer', comment } = message;
  return { ...decisionOn(state, reviewer, at, comment), ...identityOf(state, message) };
}

/** An approval closes the change requests of its reviewer. It is rejected while another one is open. */
function closeOwn(state: PresentationState, { reviewer }: ReviewMessage): { closes?: number[] } {
  return reviewer === undefined ? {} : closeChangeRequests(state);
}

/** Applies a decision that closes the gate without another revision. */
export function close(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage & { decision: 'approve' | 'regenerate' | 'reject' },
  at: string,
): void {
  const closed = message.decision === 'approve' ? closeOwn(state, message) : closeChangeRequests(state);
  recordPerson(state, gate, message, at, closed);
  decide(state, gate, message, at);
}

/** Adds an edited text, which is reviewed like any other. It discards approvals and closes change requests. */
export function revise(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage,
  { document, at }: { document: Document; at: string },
): void {
  const { reviewer: by = 'reviewer', verified, comment } = message;
  const newRevision = state.outlines.length + 1;
  recordPerson(state, gate, message, at, { newRevision, ...closeChangeRequests(state) });
  discardApprovals(state);
  addRevision(state, {
    ...{ part: gate, source: 'edited', at, by, document },
    ...given({ verified, comment }),
  });
}

/** Opens a change request whose comments fit the text. */
export function requestChanges(state: PresentationState, gate: Gate, message: ReviewMessage, at: string): void {
  recordPerson(state, gate, message, at, { opens: openChangeRequest(state) });
}

/** Records the decision of a person about the current revision. */
function recordPerson(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage,
  at: string,
  more: NewDecision,
): void {
  const { decision, reviewer: by = 'reviewer', verified, subject, via = 'api', comment, comments } = message;
  recordDecision(state, {
    ...{ gate, decision, by, at, via },
    ...given({ verified, subject, comment, comments }),
    ...more,
  });
}

function openSentence({ openRequests = [] }: PresentationState): string {
  if (openRequests.length === 0) return 'no change request is open';
  return openRequests.length === 1
    ? `change request ${openRequests[0]} is still open`
    : `change requests ${openRequests.join(', ')} are still open`;
}
