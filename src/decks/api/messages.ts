import { WorkflowUpdateFailedError } from '@temporalio/client';
import { given } from '../../core/given';
import { messageNames } from '../../core/messages';
import type { ResolveAnswer, ReviewAnswer } from '../../core/progress';
import type { ResolveMessage } from '../../core/resolve-message';
import type { ReviewMessage } from '../../core/review-message';
import { InvalidResolution, InvalidReview, inTime, NoSuchPresentation, sendUpdate } from './errors';
import type { PresentationHandle } from './start';

/** The reviewer and the comment, which are stored with the decision. */
export type Reviewer = Pick<ReviewMessage, 'reviewer' | 'verified' | 'comment' | 'via'>;

export interface SendOptions {
  /** Messages with the same id count once; set it in programs that may restart halfway. Default: random. */
  updateId?: string;
  /** Timeout of the response, which arrives when the decision has taken effect. Default 30 s. */
  timeoutMs?: number;
}

/**
 * Submits a decision about a revision of the outline or the content.
 * @throws {InvalidReview} with the deck's message if the decision or the edited text is rejected
 */
export async function review(
  handle: PresentationHandle,
  message: ReviewMessage,
  options?: SendOptions,
): Promise<ReviewAnswer> {
  const answer = await send<ReviewAnswer>(handle, messageNames.review, message, InvalidReview, options);
  // The text of an accepted edit can turn out to be invalid. The revision then stays the same.
  const unread = message.decision === 'edit' && answer.revision === message.revision;
  if (unread) throw new InvalidReview(answer.message);
  return answer;
}

/**
 * Approves a revision. While further approvals are missing, the answer has `approvals`, and the deck keeps waiting. To
 * approve over open objections, name their threads in `despite`, and the reason in `comment`.
 */
export function approve(
  handle: PresentationHandle,
  revision: number,
  by: Reviewer & Pick<ReviewMessage, 'despite'> = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'approve', ...by });
}

/**
 * Replaces a revision with a complete text, Markdown or an outline tree. It becomes a new revision that is awaiting
 * review.
 */
export function edit(
  handle: PresentationHandle,
  revision: number,
  outline: NonNullable<ReviewMessage['outline']>,
  by: Reviewer = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'edit', outline, ...by });
}

/** Restores an earlier revision. */
export function restore(
  handle: PresentationHandle,
  revision: number,
  earlier: number,
  by: Reviewer = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'edit', restore: earlier, ...by });
}

/** Generates a new outline, which is a paid call like the first one. */
export function regenerate(handle: PresentationHandle, revision: number, by: Reviewer = {}): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'regenerate', ...by });
}

/** Rejects a revision and completes the deck with the outcome `rejected`. */
export function reject(handle: PresentationHandle, revision: number, by: Reviewer = {}): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'reject', ...by });
}

type Comments = Reviewer & Pick<ReviewMessage, 'comments'>;

/** Objects, with `comment` or `comments`. The deck keeps waiting, and earlier approvals no longer count. */
export function requestChanges(handle: PresentationHandle, revision: number, by: Comments): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'request-changes', ...by });
}

/** Comments, which can suggest other text. The deck keeps waiting, and approvals still count. */
export function comment(handle: PresentationHandle, revision: number, by: Comments): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'comment', ...by });
}

export function reply(
  handle: PresentationHandle,
  revision: number,
  thread: number,
  by: Reviewer & { comment: string },
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'reply', thread, ...by });
}

/** Applies the suggestion of a thread, as a new revision. */
export function accept(
  handle: PresentationHandle,
  revision: number,
  thread: number,
  by: Reviewer = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'edit', accept: thread, ...by });
}

/** Resolves a thread, or every open one. An objection of another person needs a reason in `comment`. */
export function resolveThread(
  handle: PresentationHandle,
  revision: number,
  { thread, ...by }: Reviewer & Pick<ReviewMessage, 'thread'> = {},
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'resolve-thread', ...given({ thread }), ...by });
}

/** Hands the reviewer's place at this gate to another person. */
export function delegate(
  handle: PresentationHandle,
  revision: number,
  to: string,
  by: Reviewer & { reviewer: string },
): Promise<ReviewAnswer> {
  return review(handle, { revision, decision: 'delegate', to, ...by });
}

/**
 * Tells a parked deck how to proceed (`progress.attention`).
 * @throws {InvalidResolution} with the deck's message if the deck is not parked or rejects the ids
 */
export function resolve(
  handle: PresentationHandle,
  message: ResolveMessage,
  options?: SendOptions,
): Promise<ResolveAnswer> {
  return send<ResolveAnswer>(handle, messageNames.resolve, message, InvalidResolution, options);
}

async function send<Answer>(
  handle: PresentationHandle,
  name: string,
  message: object,
  Refused: typeof InvalidReview | typeof InvalidResolution,
  { updateId, timeoutMs = 30_000 }: SendOptions = {},
): Promise<Answer> {
  try {
    return await inTime(handle, timeoutMs, () =>
      sendUpdate<Answer>(handle, name, message, Date.now() + timeoutMs, updateId),
    );
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) {
      throw new Refused(error.cause?.message ?? error.message, { cause: error });
    }
    // The server returns the same error for a complete deck and for one that never existed.
    if (error instanceof NoSuchPresentation && (await exists(handle))) {
      throw new Refused('the deck has ended and no longer accepts messages', { cause: error });
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
