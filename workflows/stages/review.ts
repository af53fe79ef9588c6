import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import type { Approval, Gate, ReviewMessage } from '../../src/presentation/messages';
import { count, observe, secondsSince } from '../count';
import { type Deck, gateSettings, left, now, publish, reviewDue } from '../deck';
import { HandOver, whetherToLeave } from '../handover';
import { addProblem, addRevision, backToOutline, currentOutline, hasOwnWords, needsStore } from '../state';
import { announce, listens, tell } from '../tell';

/**
 * From here on the gate takes decisions. Done before the stage shows itself and before a run hands over, so that no
 * decision finds the gate shut and the lists need one change, not two.
 */
export function openGate(deck: Deck, gate: Gate): void {
  const { state } = deck;
  // Generated content becomes a revision once someone is to read it; a text with its own words is one already.
  if (gate === 'content' && state.content !== undefined && state.content.revision === undefined) {
    const { document } = state.content;
    const asRevision = { part: 'content', document, source: 'generated', at: now() } as const;
    state.content.revision = addRevision(state, asRevision).revision;
  }
  if (gateSettings(deck, gate).mode !== 'off') state.waiting ??= { gate, since: now(), reminders: 0 };
}

/** Waits until someone, or a rule, has decided about the current outline. */
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
    approve(deck, gate, { by: 'review off' });
    return;
  }
  publish(deck, stageOf(gate));
  if (listens(deck, 'review.requested')) await request(deck, gate);
  const message = await nextDecision(deck, gate);
  observe('reviewWait', secondsSince(state.waiting.since), { gate });
  if (message === undefined) decideByRule(deck, gate);
  else await decide(deck, gate, message);
}

/** Says once for each revision that it waits; a gate that approves at once asks nobody. */
async function request(deck: Deck, gate: Gate): Promise<void> {
  const { state, plan } = deck;
  const { mode, autoApproveAfter } = gateSettings(deck, gate);
  if (mode === 'auto-approve' && autoApproveAfter === 0) return;
  const { revision } = currentOutline(state)!;
  if (state.requested?.gate === gate && state.requested.revision === revision) return;
  state.requested = { gate, revision };
  await announce(deck, 'review.requested', {
    message: `the ${gate} of “${plan.title}”, revision ${revision}, waits for a decision`,
  });
}

const stageOf = (gate: Gate) => (gate === 'outline' ? 'review' : 'contentReview');

/** The next decision of a person, reminding by durable timers; undefined when the time is over. */
async function nextDecision(deck: Deck, gate: Gate): Promise<ReviewMessage | undefined> {
  if (!deck.since02 && !deck.plan.dueByTimers) return nextDecisionByClock(deck, gate);
  const { inbox } = deck;
  const leaves = whetherToLeave(deck);
  const due = reviewDue(deck);
  let over = false;
  const end = new CancellationScope();
  if (due !== undefined) {
    end
      .run(() => sleep(left(due), { summary: 'Until the review ends by itself' }))
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
      const next = nextReminder(deck, gate, due);
      if (next === undefined) await condition(settled);
      else if (!settled()) await condition(settled, left(next.at), { summary: 'Until the next reminder' });
      // It stays there until it has had its effect, so that a second one that comes meanwhile is refused.
      if (inbox.review !== undefined) return inbox.review;
      if (over) return undefined;
      if (leaves()) throw new HandOver();
      await remind(deck, gate, next!.escalates);
    }
  } finally {
    end.cancel();
  }
}

/** What is to be said next while nobody decides, and when (epoch ms); nothing after the review has ended by itself. */
function nextReminder(deck: Deck, gate: Gate, due = Number.POSITIVE_INFINITY) {
  const waiting = deck.state.waiting!;
  const since = Date.parse(waiting.since);
  const settings = gateSettings(deck, gate);
  const escalateAt = after(since, waiting.escalated || !settings.escalateTo ? undefined : settings.escalateAfter);
  const at = Math.min(after(since, settings.reminders[waiting.reminders]), escalateAt);
  return at < due ? { at, escalates: at === escalateAt } : undefined;
}

async function remind(deck: Deck, gate: Gate, escalates: boolean): Promise<void> {
  const waiting = deck.state.waiting!;
  deck.steps += 1;
  const { escalateTo } = gateSettings(deck, gate);
  const message = `the ${gate} of “${deck.plan.title}” has waited for a decision since ${waiting.since}`;
  if (escalates) {
    waiting.escalated = true;
    await tell(deck, `Escalate to ${escalateTo}`, { kind: 'review.escalated', to: escalateTo, message });
  } else {
    waiting.reminders += 1;
    await tell(deck, 'Remind the reviewers', { kind: 'review.reminder', message });
  }
  publish(deck, stageOf(gate));
}

/** For runs from 0.1.0, whose histories must go on replaying. */
async function nextDecisionByClock(deck: Deck, gate: Gate): Promise<ReviewMessage | undefined> {
  const { inbox } = deck;
  const due = reviewDue(deck);
  const arrived = () => inbox.review !== undefined;
  for (;;) {
    const next = nextReminder(deck, gate, due);
    const wake = next?.at ?? due;
    if (wake === undefined) {
      await condition(arrived);
    } else if (wake > Date.now()) {
      const summary = next === undefined ? 'Until the review ends by itself' : 'Until the next reminder';
      await condition(arrived, wake - Date.now(), { summary });
    }
    if (inbox.review !== undefined) return inbox.review;
    if (next === undefined || (due !== undefined && Date.now() >= due)) return undefined;
    await remind(deck, gate, next.escalates);
  }
}

function after(since: number, delay = Number.POSITIVE_INFINITY): number {
  return since + delay;
}

function decideByRule(deck: Deck, gate: Gate): void {
  const { mode, onDeadline } = gateSettings(deck, gate);
  const rejects = mode === 'required' && onDeadline === 'reject';
  if (rejects) deck.state.rejection = decision(deck, 'deadline');
  else approve(deck, gate, { by: mode === 'auto-approve' ? 'auto-approve' : 'deadline' });
  count('reviewDecisions', { gate, decision: rejects ? 'reject' : 'approve', by: 'rule' });
  delete deck.state.waiting;
}

async function decide(deck: Deck, gate: Gate, message: ReviewMessage): Promise<void> {
  const { state } = deck;
  const by = message.reviewer ?? 'reviewer';
  count('reviewDecisions', { gate, decision: message.decision, by: 'person' });
  const comment = message.comment === undefined ? {} : { comment: message.comment };
  switch (message.decision) {
    case 'approve':
      if (message.template !== undefined) state.template = message.template;
      approve(deck, gate, { by, ...comment });
      break;
    case 'reject':
      state.rejection = { ...decision(deck, by), ...comment };
      break;
    case 'regenerate':
      // The specification knows one way to another text: from the generation step on, what came after it discarded.
      state.regenerate = { by, ...comment };
      backToOutline(state);
      break;
    case 'edit':
      await takeEdit(deck, gate, message, by, comment);
      break;
  }
  delete state.waiting;
  delete deck.inbox.review;
  deck.inbox.decisions += 1;
}

/**
 * An approved edit of the content of a title goes back to the outline: for such a task the specification has the
 * outline saved, without content, and content is generated from it; the gate then asks about that.
 */
function approve(deck: Deck, gate: Gate, { by, comment }: { by: string; comment?: string }): void {
  const { state } = deck;
  const approval = { ...decision(deck, by), ...(comment === undefined ? {} : { comment }) };
  const current = currentOutline(state)!;
  if (gate === 'outline') {
    state.approval = approval;
  } else if (current.source === 'edited' && !hasOwnWords(state)) {
    backToOutline(state);
    state.approval = approval;
  } else {
    state.contentApproval = approval;
  }
}

/** An edit becomes the current revision; it is reviewed like any other. */
async function takeEdit(
  deck: Deck,
  gate: Gate,
  { outline, restore }: ReviewMessage,
  by: string,
  comment: { comment?: string },
): Promise<void> {
  const { state } = deck;
  const edited = { part: gate, source: 'edited' as const, at: now(), by, ...comment };
  const earlier = state.outlines.find(({ revision }) => revision === restore);
  if (earlier !== undefined) {
    addRevision(state, { ...edited, document: earlier.document });
    return;
  }
  try {
    const kept = needsStore(state) ? { outline: outline!, inline: false } : { outline: outline! };
    const { document } = await deck.call.write('Keep the edited outline').storeOutline(kept);
    addRevision(state, { ...edited, document });
  } catch (error) {
    // Runs from before 0.2 took a cancellation for a fault of the text and ended one step later.
    if (deck.since02 && isCancellation(error)) throw error;
    // The reviewer's text is at fault or out of reach, not the deck: say so and keep waiting.
    const cause = (error as Error & { cause?: Error }).cause ?? (error as Error);
    addProblem(state, {
      stage: stageOf(gate),
      type: 'InvalidOutline',
      message: `the edited outline by ${by} was not taken: ${cause.message}`,
      at: now(),
    });
  }
}

function decision({ state }: Deck, by: string): Approval {
  return { revision: currentOutline(state)!.revision, by, at: now() };
}
