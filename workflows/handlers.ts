import {
  ApplicationFailure,
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  patched,
  setHandler,
  TemporalFailure,
} from '@temporalio/workflow';
import {
  ALREADY_DECIDED,
  messageNames,
  type PresentationProgress,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../src/core/messages';
import { whyUnreadable } from '../src/core/unreadable';
import { handleAwaitOutline } from './await-outline';
import { count } from './count';
import { claimedBy, type Deck, now, publish } from './deck';
import type { EditRules } from './edited-outline';
import { type MoveMessage, type Read, readMove, readResolution, readReview } from './messages';
import { settle } from './settle';
import { addProblem, currentOutline, hasOwnWords, type PresentationState } from './state';

const progressQuery = defineQuery<PresentationProgress>(messageNames.progress);
const reviewUpdate = defineUpdate<ReviewAnswer, [unknown]>(messageNames.review);
const reviewSignal = defineSignal<[unknown]>(messageNames.reviewOutline);
const approveSignal = defineSignal<[unknown]>(messageNames.approveOutline);
const resolveUpdate = defineUpdate<ResolveAnswer, [unknown]>(messageNames.resolve);
const resolveSignal = defineSignal<[unknown]>(messageNames.resolveAttention);
const moveSignal = defineSignal<[unknown]>(messageNames.moveToCurrentBuild);

/** Patch marker of a run from before 0.2 that rejects an edit which that release would have accepted. */
const STRICT_EDITS = 'bounded-trees';
/** Patch marker for a signal whose text the outline grammar judges differently than the earlier rules. */
const OUTLINE_GRAMMAR = 'outline-grammar';

/**
 * Sets the handlers of a deck. Validators reject invalid updates: that writes no history, and the sender gets the error
 * message. Signals cannot be rejected, so an invalid one is recorded as a problem and ignored.
 */
export function handlePresentation(deck: Deck, progress: () => PresentationProgress): void {
  const { state, inbox } = deck;

  setHandler(progressQuery, progress, {
    description: 'Returns the stage, outline, files and problems of this deck. Takes no argument.',
  });

  setHandler(
    reviewUpdate,
    // Every replay accepts what the validator of any release has accepted.
    answering(async (value) => takeReview(deck, messageOf(reviewOf(value, deck, 'taken')))),
    {
      validator: (value) => refuseBad(reviewOf(value, deck)),
      description:
        'Submits a decision about a revision of the outline or the content. Example: {"revision": 1, "decision": ' +
        '"approve", "reviewer": "me"}. Decisions: approve, edit (with "outline": Markdown or an outline tree, or with ' +
        '"restore": an earlier revision), regenerate (with "comment"), reject, request-changes (with "comment" or ' +
        '"comments"), resolve-changes, delegate (with "to").',
    },
  );

  setHandler(
    reviewSignal,
    (value) =>
      takeSignal(
        deck,
        { name: reviewSignal.name, value },
        () =>
          reviewOf(value, deck, {
            strict: () => deck.since02 || patched(STRICT_EDITS),
            grammar: () => patched(OUTLINE_GRAMMAR),
          }),
        setReview(deck),
      ),
    {
      description: 'Same as the update review, without a response. Example: {"revision": 1, "decision": "approve"}',
    },
  );

  setHandler(
    approveSignal,
    (value) =>
      takeSignal(
        deck,
        { name: approveSignal.name, value },
        () => reviewOf(approvalOf(value, state), deck),
        setReview(deck),
      ),
    { description: 'Approves the current revision. Example: {"reviewer": "me"}' },
  );

  handleAwaitOutline(deck);

  setHandler(
    resolveUpdate,
    answering(async (value): Promise<ResolveAnswer> => {
      const message = messageOf(resolutionOf(value, deck));
      inbox.resolution = message;
      deck.steps += 1;
      if (message.action === 'provide') await idsChecked(deck);
      return { action: message.action, stage: state.stage, message: `${message.action}: accepted` };
    }),
    {
      validator: (value) => refuseBad(resolutionOf(value, deck)),
      description:
        'Tells a parked deck how to proceed. Example: {"action": "retry"}. Actions: retry (with "paidCalls" to raise the ' +
        'paid-call limit), skip, abandon, provide (with taskId, designId, ticket or taskKey).',
    },
  );

  setHandler(
    resolveSignal,
    (value) =>
      takeSignal(
        deck,
        { name: resolveSignal.name, value },
        () => resolutionOf(value, deck),
        (message: ResolveMessage) => {
          inbox.resolution = message;
        },
      ),
    { description: 'Same as the update resolve, without a response. Example: {"action": "retry"}' },
  );

  setHandler(
    moveSignal,
    (value) =>
      takeSignal(
        deck,
        { name: moveSignal.name, value },
        () => readMove(value),
        (message: MoveMessage) => {
          deck.moving = message;
        },
      ),
    { description: 'Continues the deck on the current build, at its next wait at the latest. Needs no argument.' },
  );
  // No default handler: with one, the SDK would keep throwing at a signal whose name begins with __temporal_.
}

/**
 * An error that is not a Temporal failure would block the whole workflow, so a bug in a handler fails only this update.
 */
function answering<Answer>(handle: (value: unknown) => Promise<Answer>): (value: unknown) => Promise<Answer> {
  return async (value) => {
    try {
      return await handle(value);
    } catch (error) {
      if (error instanceof TemporalFailure) throw error;
      throw ApplicationFailure.nonRetryable(`the message could not be read: ${(error as Error).message}`, 'NotTaken');
    }
  };
}

/** The signal `approveOutline` as a review message: it approves the current revision. */
function approvalOf(value: unknown, state: PresentationState): unknown {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { reviewer, comment, template } = given;
  return { reviewer, comment, template, revision: currentOutline(state)?.revision ?? 0, decision: 'approve' };
}

/** A second decision is rejected even while the stage has not yet applied the first one. */
function reviewOf(value: unknown, { state, inbox }: Deck, rules?: EditRules): Read<ReviewMessage> {
  if (inbox.review === undefined) return readReview(value, state, rules);
  const { revision, decision, reviewer = 'another reviewer' } = inbox.review;
  return { refusal: `revision ${revision} was just decided (${decision}) by ${reviewer}`, type: ALREADY_DECIDED };
}

function resolutionOf(value: unknown, { state, inbox }: Deck): Read<ResolveMessage> {
  if (inbox.resolution === undefined) return readResolution(value, state);
  return { refusal: `another person has just requested ${inbox.resolution.action}` };
}

const setReview = (deck: Deck) => (message: ReviewMessage) => {
  if (settledBy(deck, message) === undefined) deck.inbox.review = message;
};

/**
 * Waits until the IDs that a person provided were checked.
 * @throws ApplicationFailure that says why they are rejected
 */
async function idsChecked({ inbox }: Deck): Promise<void> {
  await condition(() => inbox.resolution === undefined);
  const { refusal } = inbox;
  delete inbox.refusal;
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, 'NotTaken');
}

/** Applies a decision that keeps the gate open, and publishes it. Undefined for every other decision. */
function settledBy(deck: Deck, message: ReviewMessage): ReviewAnswer | undefined {
  const { state } = deck;
  const answer = settle(state, claimedBy(deck, message), now());
  if (answer === undefined) return undefined;
  count('reviewDecisions', { gate: state.waiting!.gate, decision: message.decision, by: 'person' });
  publish(deck, state.stage);
  return answer;
}

/** Hands a decision to the review stage and responds once it has taken effect. */
async function takeReview(deck: Deck, message: ReviewMessage): Promise<ReviewAnswer> {
  const { state, inbox } = deck;
  deck.steps += 1;
  const settled = settledBy(deck, message);
  if (settled !== undefined) return settled;
  const problems = state.problems.length;
  const own = inbox.decisions + 1;
  inbox.review = message;
  await condition(() => inbox.decisions >= own);
  if (message.decision === 'request-changes') return changesAnswer(deck, message);
  const revision = currentOutline(state)?.revision ?? message.revision;
  const rejected = message.decision === 'edit' && revision === message.revision;
  return {
    decision: message.decision,
    revision,
    message: rejected
      ? (state.problems[problems]?.message ?? 'the edit was rejected')
      : sentenceFor(message.decision as Closing, revision, state),
  };
}

/** @throws ApplicationFailure that says why the comments are rejected */
function changesAnswer({ state, inbox }: Deck, { decision, revision }: ReviewMessage): ReviewAnswer {
  const { reviewRefusal } = inbox;
  delete inbox.reviewRefusal;
  if (reviewRefusal !== undefined) throw ApplicationFailure.nonRetryable(reviewRefusal, 'NotTaken');
  const changeRequest = state.changeRequests!;
  const message = `change request ${changeRequest} about revision ${revision} is open; edit the text, or resolve the request`;
  return { decision, revision, changeRequest, message };
}

type Closing = Exclude<ReviewMessage['decision'], 'request-changes' | 'resolve-changes' | 'delegate'>;

function sentenceFor(decision: Closing, revision: number, state: PresentationState): string {
  switch (decision) {
    case 'approve':
      if (state.approval === undefined)
        return `revision ${revision} is approved; it is reviewed at the outline gate next`;
      return `revision ${revision} is approved; ${
        state.content === undefined && !hasOwnWords(state) ? 'content is generated next' : 'the design is saved next'
      }`;
    case 'edit':
      return `the edited ${currentOutline(state)?.part ?? 'outline'} is revision ${revision} and is awaiting review`;
    case 'regenerate':
      return 'a new outline is being generated';
    case 'reject':
      return `revision ${revision} is rejected; the deck is complete`;
  }
}

function refuseBad(read: Read<unknown>): void {
  if (!('refusal' in read)) return;
  throw read.type === undefined ? new Error(read.refusal) : ApplicationFailure.nonRetryable(read.refusal, read.type);
}

/** Runs right after the validator, with nothing in between, so a rejection here would be a bug. */
function messageOf<T>(read: Read<T>): T {
  if ('message' in read) return read.message;
  throw new Error(read.refusal);
}

/** A signal cannot be rejected, and an error here would block the workflow, so an invalid signal becomes a problem. */
function takeSignal<T>(
  deck: Deck,
  { name, value }: { name: string; value: unknown },
  read: () => Read<T>,
  take: (message: T) => void,
): void {
  const { state } = deck;
  // Each signal lengthens the history.
  deck.steps += 1;
  let refusal = whyUnreadable(value);
  try {
    const message = refusal === undefined ? read() : { refusal };
    if ('message' in message) {
      take(message.message);
      return;
    }
    refusal = message.refusal;
  } catch (error) {
    refusal = `the message could not be read: ${(error as Error).message}`;
  }
  const message = `signal ${name}: ${refusal}`;
  addProblem(state, { stage: state.stage, type: 'MessageIgnored', message, at: now() });
}
