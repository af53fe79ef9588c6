import {
  ApplicationFailure,
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  setHandler,
  TemporalFailure,
} from '@temporalio/workflow';
import { given } from '../../src/core/given';
import { ALREADY_DECIDED, messageNames } from '../../src/core/messages';
import type { PresentationProgress, ResolveAnswer, ReviewAnswer } from '../../src/core/progress';
import type { ResolveMessage } from '../../src/core/resolve-message';
import type { ReviewMessage } from '../../src/core/review-message';
import { whyUnreadable } from '../../src/core/unreadable';
import { count } from '../count';
import { handleAwaitOutline } from './await-outline';
import { decisionKinds, isRemark, settle } from './decision-kinds';
import { claimed, type Deck, now, publish } from './deck';
import { lengthFault, type Read, readApproval, readMove, readResolution, readReview, stepsOf } from './messages';
import { addProblem, currentOutline } from './state';

const progressQuery = defineQuery<PresentationProgress>(messageNames.progress);
const reviewUpdate = defineUpdate<ReviewAnswer, [unknown]>(messageNames.review);
const approveSignal = defineSignal<[unknown]>(messageNames.approveOutline);
const resolveUpdate = defineUpdate<ResolveAnswer, [unknown]>(messageNames.resolve);
const moveUpdate = defineUpdate<void, [unknown]>(messageNames.moveToCurrentBuild);

/**
 * Sets the handlers of a deck. Validators reject invalid updates: that writes no history, and the sender gets the error
 * message. The one signal cannot be rejected, so an invalid one is recorded as a problem and ignored.
 */
export function handlePresentation(deck: Deck, progress: () => PresentationProgress): void {
  const { state, inbox } = deck;

  setHandler(progressQuery, progress, {
    description: 'Returns the stage, outline, files and problems of this deck. Takes no argument.',
  });

  setHandler(
    reviewUpdate,
    answering(async (value) => {
      const message = messageOf(reviewOf(deck, () => readReview(value, state, true)));
      deck.steps += stepsOf(value);
      return takeReview(deck, message);
    }),
    {
      validator: refusing((value) => reviewOf(deck, () => readReview(value, state))),
      description:
        'Submits a decision about a revision of the outline or the content. Example: {"revision": 1, "decision": ' +
        '"approve", "reviewer": "me"}. Decisions: approve, edit (with "outline": Markdown or an outline tree, or with ' +
        '"restore": an earlier revision, or "accept": a thread with a suggestion), regenerate (with "comment"), reject, ' +
        'request-changes and comment (with "comment" or "comments"), reply (with "thread"), resolve-thread, delegate ' +
        '(with "to").',
    },
  );

  setHandler(approveSignal, (value) => takeApproval(deck, value), {
    description:
      'Approves a revision of the outline, for programs that cannot send the update review. Example: {"revision": 1, ' +
      '"reviewer": "me"}. An invalid one is listed under the problems of the deck.',
  });

  handleAwaitOutline(deck);

  setHandler(
    resolveUpdate,
    answering(async (value): Promise<ResolveAnswer> => {
      const message = messageOf(resolutionOf(value, deck));
      inbox.resolution = message;
      deck.steps += stepsOf(value);
      if (message.action === 'provide') await idsChecked(deck);
      return { action: message.action, stage: state.stage, message: `${message.action}: accepted` };
    }),
    {
      validator: refusing((value) => resolutionOf(value, deck)),
      description:
        'Tells a parked deck how to proceed. Example: {"action": "retry"}. Actions: retry (with "paidCalls" to raise the ' +
        'paid-call limit), skip, abandon, provide (with taskId, designId, ticket or taskKey).',
    },
  );

  setHandler(
    moveUpdate,
    answering(async (value) => {
      deck.moving = messageOf(readMove(value));
    }),
    {
      validator: refusing(readMove),
      description: 'Continues the deck on the current build, at its next wait at the latest. Needs no argument.',
    },
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

/** A second decision is rejected even while the stage has not yet applied the first one. */
function reviewOf({ inbox }: Deck, read: () => Read<ReviewMessage>): Read<ReviewMessage> {
  if (inbox.review === undefined) return read();
  const { revision, decision, reviewer = 'another reviewer' } = inbox.review;
  return { refusal: `revision ${revision} was just decided (${decision}) by ${reviewer}`, type: ALREADY_DECIDED };
}

function resolutionOf(value: unknown, { state, inbox }: Deck): Read<ResolveMessage> {
  if (inbox.resolution === undefined) return readResolution(value, state);
  return { refusal: `another person has just requested ${inbox.resolution.action}` };
}

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
  const answer = settle(state, claimed(message), now());
  if (answer === undefined) return undefined;
  count('reviewDecisions', { gate: state.waiting!.gate, decision: message.decision, by: 'person' });
  publish(deck, state.stage);
  return answer;
}

/** Hands a decision to the review stage and responds once it has taken effect. */
async function takeReview(deck: Deck, message: ReviewMessage): Promise<ReviewAnswer> {
  const { state, inbox } = deck;
  const settled = settledBy(deck, message);
  if (settled !== undefined) return settled;
  const problems = state.problems.length;
  const own = inbox.decisions + 1;
  inbox.review = message;
  await condition(() => inbox.decisions >= own);
  const { decision } = message;
  if (isRemark(decision)) throwRefusal(deck);
  const revision = currentOutline(state)?.revision ?? message.revision;
  const isRejected = decision === 'edit' && revision === message.revision;
  const said = isRejected ? state.problems[problems]?.message : decisionKinds[decision].answer(revision, state);
  const threads = isRemark(decision) ? state.decisions?.at(-1)?.opens?.map(({ number }) => number) : undefined;
  return { decision, revision, ...given({ threads }), message: said ?? 'the edit was rejected' };
}

/** @throws ApplicationFailure that says why the comments are rejected */
function throwRefusal({ inbox }: Deck): void {
  const { reviewRefusal } = inbox;
  delete inbox.reviewRefusal;
  if (reviewRefusal !== undefined) throw ApplicationFailure.nonRetryable(reviewRefusal, 'NotTaken');
}

function refusing(readMessage: (value: unknown) => Read<unknown>): (value: unknown) => void {
  return (value) => {
    const tooLong = lengthFault(value);
    const read = tooLong === undefined ? readMessage(value) : { refusal: tooLong };
    if (!('refusal' in read)) return;
    throw read.type === undefined ? new Error(read.refusal) : ApplicationFailure.nonRetryable(read.refusal, read.type);
  };
}

/** Runs right after the validator, with nothing in between, so a rejection here would be a bug. */
function messageOf<T>(read: Read<T>): T {
  if ('message' in read) return read.message;
  throw new Error(read.refusal);
}

/** A signal cannot be rejected, and an error here would block the workflow, so an invalid one becomes a problem. */
function takeApproval(deck: Deck, value: unknown): void {
  const { state, inbox } = deck;
  deck.steps += 1;
  let refusal = whyUnreadable(value);
  try {
    const read = refusal === undefined ? reviewOf(deck, () => readApproval(value, state)) : { refusal };
    if ('message' in read) {
      if (settledBy(deck, read.message) === undefined) inbox.review = read.message;
      return;
    }
    refusal = read.refusal;
  } catch (error) {
    refusal = `the message could not be read: ${(error as Error).message}`;
  }
  const message = `signal ${approveSignal.name}: ${refusal}`;
  addProblem(state, { stage: state.stage, type: 'MessageIgnored', message, at: now() });
}
