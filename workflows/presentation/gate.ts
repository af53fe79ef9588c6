import { given } from '../../src/core/given';
import type { Approval } from '../../src/core/progress';
import type { Gate, ReviewMessage } from '../../src/core/review-message';
import { collected, type GateSettings, isSatisfied, policyOf } from './approvals';
import { backToOutline, currentOutline, hasOwnWords, type PresentationState } from './state';

/**
 * The rules of a review: when reminders are sent, what happens at the deadline, and how a decision changes the deck.
 * Pure functions of the state, so that they can be tested without a server; `stages/review.ts` does the waiting.
 */

type Waiting = NonNullable<PresentationState['waiting']>;

/** Review deadline (epoch ms), or undefined if the review has none. */
export function gateDue(
  { since }: Waiting,
  { mode, autoApproveAfter, deadline, onDeadline }: GateSettings,
): number | undefined {
  if (mode === 'auto-approve') return Date.parse(since) + autoApproveAfter;
  return onDeadline === 'hold' ? undefined : Date.parse(since) + deadline;
}

/** What an open gate does without a message, and when (epoch ms): `decide` is the review deadline. */
export interface GateStep {
  at: number;
  does: 'remind' | 'escalate' | 'decide';
}

/**
 * The next step of an open gate; undefined if it only waits. If a reminder and the escalation are due at the same time,
 * only the escalation is sent, and neither at the deadline.
 */
export function nextStep(waiting: Waiting, settings: GateSettings): GateStep | undefined {
  const since = Date.parse(waiting.since);
  const escalateAt = after(since, waiting.escalated || !settings.escalateTo ? undefined : settings.escalateAfter);
  const at = Math.min(after(since, settings.reminders[waiting.reminders]), escalateAt);
  const due = gateDue(waiting, settings);
  if (at < (due ?? Number.POSITIVE_INFINITY)) return { at, does: at === escalateAt ? 'escalate' : 'remind' };
  return due === undefined ? undefined : { at: due, does: 'decide' };
}

function after(since: number, delay = Number.POSITIVE_INFINITY): number {
  return since + delay;
}

/** The decision at the review deadline, and the name that it is recorded under. */
export function decisionOfRule({ mode, onDeadline }: GateSettings): {
  decision: 'approve' | 'reject';
  by: 'auto-approve' | 'deadline';
} {
  if (mode === 'auto-approve') return { decision: 'approve', by: 'auto-approve' };
  return { decision: onDeadline === 'reject' ? 'reject' : 'approve', by: 'deadline' };
}

/** A decision about the current revision. @param at ISO 8601 */
export function decisionOn(state: PresentationState, by: string, at: string, comment?: string): Approval {
  return { revision: currentOutline(state)!.revision, by, at, ...given({ comment }) };
}

/** How a person is identified, with the groups that a policy of the deck names. */
export function identityOf(
  { plan }: PresentationState,
  { verified, subject, groups = [] }: ReviewMessage,
): Pick<Approval, 'verified' | 'subject' | 'groups'> {
  const { review, contentReview } = plan!.settings;
  const required = [...review.requiredGroups, ...contentReview.requiredGroups];
  const named = groups.filter((group) => required.includes(group));
  return { ...given({ verified, subject }), ...(named.length === 0 ? {} : { groups: named }) };
}

/**
 * Approving edited content of a deck from a title returns the deck to its outline. For such a task the specification
 * saves the outline without content and generates content from it, which is then reviewed. If the outline gate has a
 * policy that the approvals of the content gate do not satisfy, the outline is reviewed first.
 * @param given approvals by people
 */
export function approve(
  state: PresentationState,
  gate: Gate,
  approval: Approval,
  given: readonly Approval[] = [...collected(state, gate), approval],
): void {
  delete state.approvals;
  if (gate === 'outline') approveOutline(state, approval);
  else if (currentOutline(state)!.source === 'edited' && !hasOwnWords(state)) {
    backToOutline(state);
    if (isSatisfied(state, 'outline', given)) state.approval = approval;
  } else approveContent(state, approval, given);
}

/** A text with its own content can have passed both gates. Each then approves the text that the other one edited. */
function approveOutline(state: PresentationState, approval: Approval): void {
  state.approval = approval;
  const { contentApproval } = state;
  const stale = contentApproval !== undefined && contentApproval.revision !== approval.revision;
  if (stale && policyOf(state, 'content') !== undefined) delete state.contentApproval;
}

function approveContent(state: PresentationState, approval: Approval, given: readonly Approval[]): void {
  state.contentApproval = approval;
  const stale = hasOwnWords(state) && state.approval?.revision !== approval.revision;
  if (!stale || policyOf(state, 'outline') === undefined) return;
  if (isSatisfied(state, 'outline', given)) state.approval = approval;
  else delete state.approval;
}

/** Applies a person's decision that needs no call: every decision but an edit. @param at ISO 8601 */
export function decide(
  state: PresentationState,
  gate: Gate,
  message: ReviewMessage & { decision: 'approve' | 'reject' | 'regenerate' },
  at: string,
): void {
  const { decision, comment, reviewer = 'reviewer', verified, template } = message;
  if (decision === 'regenerate') {
    delete state.approvals;
    // The specification allows one way to another text: repeat the generation and discard everything after it.
    state.regenerate = { by: reviewer, ...given({ verified, comment }) };
    backToOutline(state);
    return;
  }
  const approval = { ...decisionOn(state, reviewer, at, comment), ...identityOf(state, message) };
  if (decision === 'reject') {
    state.rejection = approval;
    return;
  }
  // Each approval can name a template; the last one decides.
  const chosen = template ?? collected(state, gate).findLast((each) => each.template !== undefined)?.template;
  if (chosen !== undefined) state.template = chosen;
  approve(state, gate, approval);
}
