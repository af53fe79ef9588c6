import { randomUUID } from 'node:crypto';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import {
  messageNames,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
} from '../core/messages';
import { inTime, NoSuchPresentation, pastFailedSteps, ResolveRefused, ReviewRefused } from './errors';
import type { PresentationHandle } from './start';

/** Who decides, and why; both are kept with the revision. */
export type Reviewer = Pick<ReviewMessage, 'reviewer' | 'verified' | 'comment'>;

export interface SendOptions {
  /** The same id sent twice is one message: for programs that may be restarted in the middle. Default: a random one. */
  updateId?: string;
  /** Longest wait for the answer; a decision is answered when it has had its effect. Default 30 s. */
  timeoutMs?: number;
}

/**
 * Decides about a revision of the outline or the content.
 * @throws {ReviewRefused} with the deck's sentence when the decision does not fit, or the edit could not be read
 */
export async function review(
  handle: PresentationHandle,
  message: ReviewMessage,
  options?: SendOptions,
): Promise<ReviewAnswer> {
  const answer = await send<ReviewAnswer>(handle, messageNames.review, message, ReviewRefused, options);
  // An edit can be taken in and yet turn out unreadable: then the revision stays what it was.
  const unread = message.decision === 'edit' && answer.revision === message.revision;
  if (unread) throw new ReviewRefused(answer.message);
  return answer;
}

/** The revision is good as it stands. */
export function approve(handle: PresentationHandle, revision: number, by: Reviewer = {}): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'approve', ...by });
}

/** Puts a text, whole, in the place of a revision: Markdown or an outline tree. It becomes a revision to decide about. */
export function edit(
  handle: PresentationHandle,
  revision: number,
  outline: NonNullable<ReviewMessage['outline']>,
  by: Reviewer = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'edit', outline, ...by });
}

/** Puts an earlier revision in the place of the current one. */
export function restore(
  handle: PresentationHandle,
  revision: number,
  earlier: number,
  by: Reviewer = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'edit', restore: earlier, ...by });
}

/** Has another outline generated; it is paid for like the first. */
export function regenerate(handle: PresentationHandle, revision: number, by: Reviewer = {}): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'regenerate', ...by });
}

/** Ends the deck; its result has the outcome `rejected`. */
export function reject(handle: PresentationHandle, revision: number, by: Reviewer = {}): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'reject', ...by });
}

/**
 * Says what to do about a deck that waits for help (`progress.attention`).
 * @throws {ResolveRefused} with the deck's sentence when nothing waits for help, or the ids do not fit
 */
export function resolve(
  handle: PresentationHandle,
  message: ResolveMessage,
  options?: SendOptions,
): Promise<ResolveAnswer> {
  return send<ResolveAnswer>(handle, messageNames.resolve, message, ResolveRefused, options);
}

async function send<Answer>(
  handle: PresentationHandle,
  name: string,
  message: object,
  Refused: typeof ReviewRefused | typeof ResolveRefused,
  { updateId = randomUUID(), timeoutMs = 30_000 }: SendOptions = {},
): Promise<Answer> {
  const once = () => handle.executeUpdate<Answer, [object]>(name, { args: [message], updateId });
  try {
    return await inTime(handle, timeoutMs, () => pastFailedSteps(Date.now() + timeoutMs, once));
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) {
      throw new Refused(error.cause?.message ?? error.message, { cause: error });
    }
    // The server says the same of a deck that has ended and of one that never was.
    if (error instanceof NoSuchPresentation && (await exists(handle))) {
      throw new Refused('the deck has ended; it takes no messages any more', { cause: error });
    }
    throw error;
  }
}

async function exists(handle: PresentationHandle): Promise<boolean> {
  try {
    await inTime(handle, 10_000, () => handle.describe());
    return true;
  } catch (error) {
    if (error instanceof NoSuchPresentation) return false;
    throw error;
  }
}
