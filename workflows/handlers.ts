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
  messageNames,
  type PresentationProgress,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../src/core/messages';
import { whyUnreadable } from '../src/core/unreadable';
import { type Deck, now } from './deck';
import { type EditRules, type MoveMessage, type Read, readMove, readResolution, readReview } from './messages';
import { addProblem, currentOutline, hasOwnWords, type PresentationState } from './state';

const progressQuery = defineQuery<PresentationProgress>(messageNames.progress);
const reviewUpdate = defineUpdate<ReviewAnswer, [unknown]>(messageNames.review);
const reviewSignal = defineSignal<[unknown]>(messageNames.reviewOutline);
const approveSignal = defineSignal<[unknown]>(messageNames.approveOutline);
const resolveUpdate = defineUpdate<ResolveAnswer, [unknown]>(messageNames.resolve);
const resolveSignal = defineSignal<[unknown]>(messageNames.resolveAttention);
const moveSignal = defineSignal<[unknown]>(messageNames.moveToCurrentBuild);

/** Written down by a run from before 0.2 that refuses an edit which that release would have taken; named after the first. */
const STRICT_EDITS = 'bounded-trees';
/** Written down where a signal brings a text that the grammar of outlines judges otherwise than the rules before it. */
const OUTLINE_GRAMMAR = 'outline-grammar';

/**
 * Sets the handlers of a deck. Updates are judged by validators, whose refusals write no history and whose sentence
 * the sender sees; signals cannot be refused, so what does not fit is recorded as a problem and ignored.
 */
export function handlePresentation(deck: Deck, progress: () => PresentationProgress): void {
  const { state, inbox } = deck;

  setHandler(progressQuery, progress, {
    description: 'Stage, outline, files and trouble of this deck. No argument.',
  });

  setHandler(
    reviewUpdate,
    // What the validator of any release has taken is taken again by every replay.
    answering(async (value) => takeReview(deck, messageOf(reviewOf(value, deck, 'taken')))),
    {
      validator: (value) => refuseBad(reviewOf(value, deck)),
      description:
        'Decides about a revision of the outline or the content. Example: {"revision": 1, "decision": "approve", ' +
        '"reviewer": "me"}; decisions: approve, edit (with "outline": Markdown or tree, or "restore": an earlier ' +
        'revision), regenerate (with "comment"), reject.',
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
      description: 'As the update review, without an answer. Example: {"revision": 1, "decision": "approve"}',
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
    { description: 'Approves the outline as it stands. Example: {"reviewer": "me"}' },
  );

  setHandler(
    resolveUpdate,
    answering(async (value): Promise<ResolveAnswer> => {
      const message = messageOf(resolutionOf(value, deck));
      inbox.resolution = message;
      deck.steps += 1;
      if (message.action === 'provide') await taken(deck);
      return { action: message.action, stage: state.stage, message: `${message.action}: taken` };
    }),
    {
      validator: (value) => refuseBad(resolutionOf(value, deck)),
      description:
        'Says what to do about a deck that waits for help. Example: {"action": "retry"}; ' +
        'actions: retry (with "paidCalls": a higher budget), skip, abandon, provide (with taskId, designId, ticket or ' +
        'taskKey).',
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
    { description: 'As the update resolve, without an answer. Example: {"action": "retry"}' },
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
    { description: 'The deck continues on the current build, at its next wait at the latest. No argument needed.' },
  );
  // No default handler: with one, the SDK throws at a signal whose name begins with __temporal_, forever.
}

/**
 * A handler that throws anything but a failure stops the whole workflow, so a mistake in it ends as a failure of this
 * one update.
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

/** What the signal `approveOutline` means: yes to what is current. */
function approvalOf(value: unknown, state: PresentationState): unknown {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { reviewer, comment, template } = given;
  return { reviewer, comment, template, revision: currentOutline(state)?.revision ?? 0, decision: 'approve' };
}

/** A decision that was taken in counts, also while the stage has not yet worked on it: the second one is told so. */
function reviewOf(value: unknown, { state, inbox }: Deck, rules?: EditRules): Read<ReviewMessage> {
  if (inbox.review === undefined) return readReview(value, state, rules);
  const { revision, decision, reviewer = 'another reviewer' } = inbox.review;
  return { refusal: `revision ${revision} was just decided (${decision}) by ${reviewer}` };
}

function resolutionOf(value: unknown, { state, inbox }: Deck): Read<ResolveMessage> {
  if (inbox.resolution === undefined) return readResolution(value, state);
  return { refusal: `${inbox.resolution.action} was just asked for by another person` };
}

const setReview = (deck: Deck) => (message: ReviewMessage) => {
  deck.inbox.review = message;
};

/** Waits until ids that a person provided were looked at. @throws what is wrong with them, for the sender */
async function taken({ inbox }: Deck): Promise<void> {
  await condition(() => inbox.resolution === undefined);
  const { refusal } = inbox;
  delete inbox.refusal;
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, 'NotTaken');
}

/** Hands a decision to the review stage and answers when it has had its effect. */
async function takeReview(deck: Deck, message: ReviewMessage): Promise<ReviewAnswer> {
  const { state, inbox } = deck;
  const problems = state.problems.length;
  const own = inbox.decisions + 1;
  inbox.review = message;
  deck.steps += 1;
  await condition(() => inbox.decisions >= own);
  const revision = currentOutline(state)?.revision ?? message.revision;
  const notTaken = message.decision === 'edit' && revision === message.revision;
  return {
    decision: message.decision,
    revision,
    message: notTaken
      ? (state.problems[problems]?.message ?? 'the edit was not taken')
      : sentenceFor(message, revision, state),
  };
}

function sentenceFor({ decision }: ReviewMessage, revision: number, state: PresentationState): string {
  switch (decision) {
    case 'approve':
      return `revision ${revision} is approved; ${
        state.content === undefined && !hasOwnWords(state) ? 'content is generated next' : 'the design is saved next'
      }`;
    case 'edit':
      return `the edited ${currentOutline(state)?.part ?? 'outline'} is revision ${revision} and waits for approval`;
    case 'regenerate':
      return 'another outline is being generated';
    case 'reject':
      return `revision ${revision} is rejected; the deck ends here`;
  }
}

function refuseBad(read: Read<unknown>): void {
  if ('refusal' in read) throw new Error(read.refusal);
}

/** After the validator only; between the two nothing runs, so a refusal here would be a mistake of this code. */
function messageOf<T>(read: Read<T>): T {
  if ('message' in read) return read.message;
  throw new Error(read.refusal);
}

/** A signal cannot be refused, and a throw here would stop the workflow: what does not fit becomes a problem. */
function takeSignal<T>(
  deck: Deck,
  { name, value }: { name: string; value: unknown },
  read: () => Read<T>,
  take: (message: T) => void,
): void {
  const { state } = deck;
  // Each one lengthens the history.
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
    refusal = `it could not be read: ${(error as Error).message}`;
  }
  const message = `signal ${name}: ${refusal}`;
  addProblem(state, { stage: state.stage, type: 'MessageIgnored', message, at: now() });
}
