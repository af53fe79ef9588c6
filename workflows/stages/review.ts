import { condition } from '@temporalio/workflow';
import type { Approval, ReviewMessage } from '../../src/presentation/messages';
import { type Deck, now, publish, reviewDue } from '../deck';
import { addProblem, addRevision, currentOutline } from '../state';
import { tell } from '../tell';

/** Waits until somebody, or a rule, has decided about the current outline. */
export async function reviewOutline(deck: Deck): Promise<void> {
  const { state, plan } = deck;
  const { mode } = plan.settings.review;
  if (mode === 'off') {
    state.approval = approval(deck, 'review off');
    return;
  }
  state.waiting ??= { since: now(), reminders: 0 };
  publish(deck, 'review');
  const message = await nextDecision(deck);
  if (message === undefined) {
    decideByRule(deck);
    return;
  }
  await decide(deck, message);
}

/** The next decision of a person, reminding by durable timers; undefined when the time is over. */
async function nextDecision(deck: Deck): Promise<ReviewMessage | undefined> {
  const { state, inbox, plan } = deck;
  const arrived = () => inbox.review !== undefined;
  for (;;) {
    const waiting = state.waiting!;
    const since = Date.parse(waiting.since);
    const due = reviewDue(deck);
    const remind = plan.settings.review.reminders[waiting.reminders];
    const remindAt = remind === undefined ? undefined : since + remind;
    const wake = Math.min(due ?? Number.POSITIVE_INFINITY, remindAt ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(wake)) {
      await condition(arrived);
    } else if (wake > Date.now()) {
      const summary = wake === due ? 'Until the review ends by itself' : 'Until the next reminder';
      await condition(arrived, wake - Date.now(), { summary });
    }
    if (inbox.review !== undefined) {
      const message = inbox.review;
      delete inbox.review;
      return message;
    }
    if (due !== undefined && Date.now() >= due) return undefined;
    waiting.reminders += 1;
    await tell(deck, 'Remind the reviewers', {
      kind: 'review-waits',
      message: `the outline of “${plan.title}” has waited for a decision since ${waiting.since}`,
    });
    publish(deck, 'review');
  }
}

function decideByRule(deck: Deck): void {
  const { state, plan } = deck;
  const { mode, onDeadline } = plan.settings.review;
  if (mode === 'required' && onDeadline === 'reject') state.rejection = approval(deck, 'deadline');
  else state.approval = approval(deck, mode === 'auto-approve' ? 'auto-approve' : 'deadline');
  delete state.waiting;
}

async function decide(deck: Deck, message: ReviewMessage): Promise<void> {
  const { state } = deck;
  const by = message.reviewer ?? 'reviewer';
  const comment = message.comment === undefined ? {} : { comment: message.comment };
  switch (message.decision) {
    case 'approve':
      state.approval = { ...approval(deck, by), ...comment };
      break;
    case 'reject':
      state.rejection = { ...approval(deck, by), ...comment };
      break;
    case 'regenerate':
      state.regenerate = { by, ...comment };
      break;
    case 'edit':
      await takeEdit(deck, message, by, comment);
      break;
  }
  delete state.waiting;
  deck.inbox.decisions += 1;
}

/** An edit becomes the current revision; it is reviewed like any other. */
async function takeEdit(deck: Deck, message: ReviewMessage, by: string, comment: { comment?: string }): Promise<void> {
  try {
    const { document } = await deck.call.write('Keep the edited outline').storeOutline({ outline: message.outline! });
    addRevision(deck.state, { document, source: 'edited', at: now(), by, ...comment });
  } catch (error) {
    // The reviewer's text is at fault or out of reach, not the deck: say so and keep waiting.
    const cause = (error as Error & { cause?: Error }).cause ?? (error as Error);
    addProblem(deck.state, {
      stage: 'review',
      type: 'InvalidOutline',
      message: `the edited outline by ${by} was not taken: ${cause.message}`,
      at: now(),
    });
  }
}

function approval({ state }: Deck, by: string): Approval {
  return { revision: currentOutline(state)!.revision, by, at: now() };
}
