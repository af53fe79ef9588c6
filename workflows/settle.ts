import type { Approval, Gate, ReviewAnswer, ReviewMessage } from '../src/core/messages';
import { collected, delegate, isComplete, policyOf, statusOf, statusOfGate } from './approvals';
import { count } from './count';
import { closeChangeRequests, type NewDecision, recordDecision } from './decisions';
import { type Deck, now, publish } from './deck';
import { decisionOn } from './gate';
import { currentOutline, type PresentationState } from './state';

/**
 * Decisions that keep the gate open and need no call: an approval while others are missing, a delegation, a resolved
 * change request. They take effect in the handler, so that two reviewers can decide at the same time.
 */

/** Applies such a decision. @returns undefined for every other one, which the review stage applies */
export function settle(deck: Deck, message: ReviewMessage): ReviewAnswer | undefined {
  const { state } = deck;
  if (state.waiting === undefined || state.policies === undefined) return undefined;
  const { gate } = state.waiting;
  const { decision } = message;
  if (decision === 'approve') {
    if (completes(deck, gate, message)) return undefined;
    collect(deck, gate, message);
  } else if (decision === 'delegate') {
    recordPerson(deck, gate, message, { to: message.to! });
    delegate(state, gate, message.reviewer!, message.to!);
  } else if (decision === 'resolve-changes') {
    const { changeRequest } = message;
    const numbers = changeRequest === undefined ? state.openRequests : [changeRequest];
    recordPerson(deck, gate, message, closeChangeRequests(state, numbers));
  } else return undefined;
  count('reviewDecisions', { gate, decision, by: 'person' });
  publish(deck, state.stage);
  return answerTo(state, gate, message);
}

/** Whether this approval is the last one that the gate needs. */
function completes(deck: Deck, gate: Gate, message: ReviewMessage): boolean {
  const { state } = deck;
  const policy = policyOf(state, gate);
  if (policy === undefined) return true;
  const given = [...collected(state, gate), approvalOf(deck, message)];
  return isComplete(statusOf(state, gate, policy, given));
}

function collect(deck: Deck, gate: Gate, message: ReviewMessage): void {
  const { state } = deck;
  const { template } = message;
  const given = [...collected(state, gate), { ...approvalOf(deck, message), ...(template && { template }) }];
  recordPerson(deck, gate, message, closeOwn(state, message));
  state.approvals = { gate, revision: currentOutline(state)!.revision, given };
}

function approvalOf(deck: Deck, message: ReviewMessage): Approval {
  const { reviewer = 'reviewer', comment } = message;
  return { ...decisionOn(deck.state, reviewer, now(), comment), ...claimOf(deck, message) };
}

/** An approval closes the change requests of its reviewer. No other one can be open. */
export function closeOwn(state: PresentationState, { reviewer }: ReviewMessage): { closes?: number[] } {
  return reviewer === undefined ? {} : closeChangeRequests(state);
}

/** Whether the reviewer's name is verified. Runs from before 0.2 do not record it for unverified names. */
export function claimOf({ since02 }: Deck, { reviewer, verified = false }: ReviewMessage): { verified?: boolean } {
  return reviewer !== undefined && (verified || since02) ? { verified } : {};
}

/** Records the decision of a person about the current revision. */
export function recordPerson(deck: Deck, gate: Gate, message: ReviewMessage, more: NewDecision = {}): void {
  const { decision, reviewer: by = 'reviewer', via = 'api', comment, comments } = message;
  recordDecision(deck.state, {
    ...{ gate, decision, by, at: now(), via },
    ...claimOf(deck, message),
    ...(comment === undefined ? {} : { comment }),
    ...(comments === undefined ? {} : { comments }),
    ...more,
  });
}

function answerTo(state: PresentationState, gate: Gate, { decision, reviewer, to }: ReviewMessage): ReviewAnswer {
  const { revision } = currentOutline(state)!;
  const approvals = statusOfGate(state);
  const about = { decision, revision, ...(approvals && { approvals }) };
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
  if (openRequests.length === 0) return 'no change request is open any more';
  return openRequests.length === 1
    ? `change request ${openRequests[0]} is still open`
    : `change requests ${openRequests.join(', ')} are still open`;
}
