import type { Document } from '../src/core/document';
import type { Approval, Gate, ReviewAnswer, ReviewMessage } from '../src/core/messages';
import { collected, delegate, isComplete, policyOf, statusOf, statusOfGate } from './approvals';
import {
  closeChangeRequests,
  discardApprovals,
  type NewDecision,
  openChangeRequest,
  recordDecision,
} from './decisions';
import { decide, decisionOn } from './gate';
import { addRevision, currentOutline, type PresentationState } from './state';

/**
 * How the decisions of people change the deck and its record. Pure functions of the state. `verified` of a message is
 * what the record shows; `at` is ISO 8601.
 */

/**
 * Applies a decision that keeps the gate open and needs no call: an approval while others are missing, a delegation, a
 * resolution of change requests. It takes effect in the handler, so that two reviewers can decide at the same time.
 * @returns undefined for every other decision, which the review stage applies
 */
export function settle(state: PresentationState, message: ReviewMessage, at: string): ReviewAnswer | undefined {
  const { waiting } = state;
  if (waiting === undefined || state.policies === undefined) return undefined;
  const { gate } = waiting;
  switch (message.decision) {
    case 'approve':
      if (completes(state, gate, message, at)) return undefined;
      collect(state, gate, message, at);
      break;
    case 'delegate':
      recordPerson(state, gate, message, at, { to: message.to! });
      delegate(state, gate, message.reviewer!, message.to!);
      break;
    case 'resolve-changes': {
      const { changeRequest } = message;
      const closed = closeChangeRequests(state, changeRequest === undefined ? undefined : [changeRequest]);
      recordPerson(state, gate, message, at, closed);
      break;
    }
    default:
      return undefined;
  }
  return answerTo(state, gate, message);
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
  const { reviewer = 'reviewer', verified, comment } = message;
  return { ...decisionOn(state, reviewer, at, comment), ...(verified === undefined ? {} : { verified }) };
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
    ...(verified === undefined ? {} : { verified }),
    ...(comment === undefined ? {} : { comment }),
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
  const { decision, reviewer: by = 'reviewer', verified, via = 'api', comment, comments } = message;
  recordDecision(state, {
    ...{ gate, decision, by, at, via },
    ...(verified === undefined ? {} : { verified }),
    ...(comment === undefined ? {} : { comment }),
    ...(comments === undefined ? {} : { comments }),
    ...more,
  });
}

function answerTo(state: PresentationState, gate: Gate, { decision, reviewer, to }: ReviewMessage): ReviewAnswer {
  const { revision } = currentOutline(state)!;
  const approvals = statusOfGate(state);
  const about = { decision, revision, ...(approvals === undefined ? {} : { approvals }) };
  const standing = approvals === undefined ? '' : `: ${approvals.summary}`;
  switch (decision) {
    case 'delegate':
      return { ...about, message: `${to} decides for ${reviewer} about the ${gate}${standing}` };
    case 'resolve-changes':
      return { ...about, message: `${openSentence(state)}; revision ${revision} is awaiting review` };
    default:
      return { ...about, message: `the approval of revision ${revision} by ${reviewer} is recorded${standing}` };
  }
}

function openSentence({ openRequests = [] }: PresentationState): string {
  if (openRequests.length === 0) return 'no change request is open';
  return openRequests.length === 1
    ? `change request ${openRequests[0]} is still open`
    : `change requests ${openRequests.join(', ')} are still open`;
}
