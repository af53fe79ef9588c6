import { misplacedFault, readFields } from '../../src/core/fields';
import {
  MOST_PAID_CALLS,
  type MoveMessage,
  type ResolveMessage,
  resolutions,
  resolveSchemas,
} from '../../src/core/resolve-message';
import {
  decisions,
  LONGEST_INLINE_OUTLINE,
  missingFault,
  type ReviewMessage,
  reviewSchemas,
  sizeFault,
} from '../../src/core/review-message';
import { nameOf } from '../../src/core/reviewer-name';
import { canSkip } from '../../src/core/stages';
import { gateAhead, whyNot } from './approvals';
import { decisionKinds, recordFault, type Sent } from './decision-kinds';
import { outlineOf } from './edited-outline';
import { currentOutline, type PresentationState, paidCallsOf } from './state';

/**
 * Reads the messages of people and programs. Their fields are declared in src/core; this file has the rules that depend
 * on the state of the deck. An invalid message becomes an error message for the sender. Messages can be as large as
 * Temporal allows (2 MB), so everything here walks, copies and passes on a bounded part of them.
 */
export type Read<T> = { message: T } | { refusal: string; type?: string };

/**
 * @param accepted the validator has accepted the message, perhaps that of an earlier build. Its text is not judged again,
 * because a replay must not reject it by newer rules.
 */
export function readReview(value: unknown, state: PresentationState, accepted = false): Read<ReviewMessage> {
  const tooLarge = sizeFault(value);
  if (tooLarge !== undefined) return refuse(tooLarge);
  const read = readFields(reviewSchemas.shortReviewMessage, value);
  if ('refusal' in read) return read;
  const { outline } = value as { outline?: unknown };
  const text = outline === undefined || outline === null ? {} : { outline };
  const sent = { ...withoutBlanks(read.message), ...text };
  const { decision } = sent;
  const fault =
    misplacedFault(decisions, sent, decision) ??
    missingFault(sent) ??
    gateFault(sent, state) ??
    decisionKinds[decision].fault?.(sent, state, accepted);
  if (fault !== undefined) return refuse(fault);
  const message = { ...sent, ...('outline' in text ? { outline: outlineOf(outline) } : {}) } as ReviewMessage;
  const notNow = whyNot(state, message) ?? recordFault(state, decision);
  return notNow === undefined ? { message } : refuse(notNow);
}

/**
 * Reads the signal `approveOutline`: an approval of an outline, never of content. Another decision in it is refused, not
 * taken for an approval.
 */
export function readApproval(value: unknown, state: PresentationState): Read<ReviewMessage> {
  if (typeof value !== 'object' || value === null) return refuse('send one object: {"revision": 1, "reviewer": "me"}');
  if (state.waiting?.gate === 'content') return refuse('it approves outlines only; send the update review');
  const { revision, reviewer, comment, template, despite, decision = 'approve' } = value as Record<string, unknown>;
  if (decision !== 'approve') return refuse('it can only approve; send other decisions with the update review');
  return readReview({ revision, reviewer, comment, template, despite, decision }, state);
}

/** A blank name or comment counts as absent, and so does an unverified name. */
function withoutBlanks<Message extends object>(message: Message): Message {
  const given = Object.entries(message).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return Object.fromEntries(given) as Message;
}

/** Why the deck takes no decision about this revision, or undefined. */
function gateFault({ revision }: Sent, state: PresentationState): string | undefined {
  const current = currentOutline(state);
  if (state.rejection !== undefined) return `the deck was already rejected by ${nameOf(state.rejection)}`;
  if (state.waiting === undefined || current === undefined) return nothingToReview(state);
  if (revision === current.revision) return undefined;
  return `revision ${revision} is not the current revision; read revision ${current.revision} and decide on that one`;
}

function nothingToReview({ contentApproval, approval, stage }: PresentationState): string {
  const given = contentApproval ?? approval;
  return given === undefined
    ? `there is nothing to review yet: the deck is at stage ${stage}`
    : `revision ${given.revision} was already approved by ${nameOf(given)}; the deck is at stage ${stage}`;
}

export function readResolution(value: unknown, state: PresentationState): Read<ResolveMessage> {
  const read = readFields(resolveSchemas.resolveMessage, value);
  if ('refusal' in read) return read;
  const message = withoutBlanks(read.message);
  const fault = misplacedFault(resolutions, message, message.action) ?? resolutionFault(message, state);
  return fault === undefined ? { message } : refuse(fault);
}

function resolutionFault(
  { action, since, paidCalls, taskId, designId, ticket, taskKey }: ResolveMessage,
  state: PresentationState,
): string | undefined {
  if (state.attention === undefined) return `the deck is not parked: it is at stage ${state.stage}`;
  const { type, at, message } = state.attention;
  if (since !== undefined && Date.parse(since) < Date.parse(state.parked?.at ?? at)) {
    return `the deck is parked for another reason since ${state.parked?.at ?? at}: ${type} at stage ${state.stage}, ${message}`;
  }
  if (action === 'skip' && !canSkip(state)) {
    const why = ['export', 'download'].includes(state.stage) ? ', because the deck would have no file' : '';
    return `stage ${state.stage} cannot be skipped${why}; retry it, provide its ID, or abandon the deck`;
  }
  if (action === 'provide' && (taskId ?? designId ?? ticket ?? taskKey) === undefined) {
    return 'provide requires taskId, designId, ticket or taskKey';
  }
  const ahead = designId === undefined ? undefined : gateAhead(state);
  if (ahead !== undefined) {
    return `a design skips the ${ahead} gate, whose policy the deck has not met; provide the task, or abandon the deck`;
  }
  const made = paidCallsOf(state);
  if (paidCalls !== undefined && paidCalls <= made) {
    return `paidCalls must be a whole number above the ${made} calls already made, and at most ${MOST_PAID_CALLS}`;
  }
  const startsExport = state.designId !== undefined && state.exports.some((item) => item.state === 'waiting');
  if (taskKey !== undefined && !startsExport) return 'no export is waiting to start';
  if (ticket !== undefined && (state.content !== undefined || state.approval === undefined)) {
    return `the deck is not waiting for a content job: it is at stage ${state.stage}`;
  }
  return undefined;
}

export function readMove(value: unknown): Read<MoveMessage> {
  return readFields(resolveSchemas.moveMessage, value ?? {});
}

/** Maximum characters of a message: those of an edited outline, with room for the other fields and for unknown ones. */
const LONGEST_MESSAGE = LONGEST_INLINE_OUTLINE + 50_000;
/** A message of this many characters is one more step of a run, because histories are limited in bytes, too. */
const CHARACTERS_PER_STEP = 10_000;

/** Steps that a message takes of its run. The history has the message as it was sent. */
export const stepsOf = (value: unknown): number => 1 + Math.floor(charactersOf(value) / CHARACTERS_PER_STEP);

/** Why a message is too long for a history, or undefined. */
export function lengthFault(value: unknown): string | undefined {
  const characters = charactersOf(value);
  if (characters <= LONGEST_MESSAGE) return undefined;
  return `the message has ${characters} characters, more than ${LONGEST_MESSAGE}; store a long outline and send a reference`;
}

/** Walks without recursion, because a message can be deeper than the stack. */
function charactersOf(message: unknown): number {
  let characters = 0;
  for (const open = [message]; open.length > 0; ) {
    const value = open.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        characters += key.length;
        open.push(field);
      }
    } else characters += 1;
  }
  return characters;
}

function refuse(refusal: string): { refusal: string } {
  return { refusal };
}
