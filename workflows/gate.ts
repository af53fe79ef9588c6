import type { Approval, Gate, ReviewMessage } from '../src/core/messages';
import type { PresentationPlan } from '../src/input/input';
import { backToOutline, currentOutline, hasOwnWords, type PresentationState } from './state';

/**
 * The rules of a review, without the waiting (`stages/review.ts`): who is reminded when, what happens at the deadline, and
 * what a decision does to the deck. Plain functions of the state, so that every rule can be tested without a server.
 */

export type GateSettings = PresentationPlan['settings']['review'];
type Waiting = NonNullable<PresentationState['waiting']>;

export function gateSettings(plan: PresentationPlan, gate: Gate): GateSettings {
  return gate === 'outline' ? plan.settings.review : plan.settings.contentReview;
}

/** When a waiting review ends without a person (epoch ms), or undefined when it waits for ever. */
export function gateDue(
  { since }: Waiting,
  { mode, autoApproveAfter, deadline, onDeadline }: GateSettings,
): number | undefined {
  if (mode === 'auto-approve') return Date.parse(since) + autoApproveAfter;
  return onDeadline === 'hold' ? undefined : Date.parse(since) + deadline;
}

/**
 * What is to be said next while nobody decides, and when (epoch ms). An escalation and a reminder of the same time are
 * one escalation. Nothing after the review has ended by itself.
 */
export function nextReminder(waiting: Waiting, settings: GateSettings): { at: number; escalates: boolean } | undefined {
  const since = Date.parse(waiting.since);
  const escalateAt = after(since, waiting.escalated || !settings.escalateTo ? undefined : settings.escalateAfter);
  const at = Math.min(after(since, settings.reminders[waiting.reminders]), escalateAt);
  const due = gateDue(waiting, settings) ?? Number.POSITIVE_INFINITY;
  return at < due ? { at, escalates: at === escalateAt } : undefined;
}

function after(since: number, delay = Number.POSITIVE_INFINITY): number {
  return since + delay;
}

/** What the settings decide when the time of a review is over, and in whose name. */
export function decisionOfRule({ mode, onDeadline }: GateSettings): {
  decision: 'approve' | 'reject';
  by: 'auto-approve' | 'deadline';
} {
  if (mode === 'auto-approve') return { decision: 'approve', by: 'auto-approve' };
  return { decision: onDeadline === 'reject' ? 'reject' : 'approve', by: 'deadline' };
}

/** A decision about the current revision. @param at ISO 8601 */
export function decisionOn(state: PresentationState, by: string, at: string, comment?: string): Approval {
  return { revision: currentOutline(state)!.revision, by, at, ...(comment === undefined ? {} : { comment }) };
}

/**
 * An approved edit of the content of a title goes back to the outline: for such a task the specification has the
 * outline saved, without content, and content is generated from it; the gate then asks about that.
 */
export function approve(state: PresentationState, gate: Gate, approval: Approval): void {
  if (gate === 'outline') {
    state.approval = approval;
  } else if (currentOutline(state)!.source === 'edited' && !hasOwnWords(state)) {
    backToOutline(state);
    state.approval = approval;
  } else {
    state.contentApproval = approval;
  }
}

/** A person's decision that needs no call: everything but an edit. @param at ISO 8601 */
export function decide(
  state: PresentationState,
  gate: Gate,
  {
    decision,
    comment,
    reviewer = 'reviewer',
    verified,
    template,
  }: ReviewMessage & { decision: 'approve' | 'reject' | 'regenerate' },
  at: string,
): void {
  const claim = verified === undefined ? {} : { verified };
  if (decision === 'regenerate') {
    // The specification knows one way to another text: from the generation step on, what came after it discarded.
    state.regenerate = { by: reviewer, ...claim, ...(comment === undefined ? {} : { comment }) };
    backToOutline(state);
    return;
  }
  const approval = { ...decisionOn(state, reviewer, at, comment), ...claim };
  if (decision === 'reject') {
    state.rejection = approval;
    return;
  }
  if (template !== undefined) state.template = template;
  approve(state, gate, approval);
}
