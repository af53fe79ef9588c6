import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isGrpcServiceError,
  type WorkflowHandle,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

/** Base class of the errors of this package. The message is for people. */
export class PresentationError extends Error {
  override name = 'PresentationError';
}

/** An invalid field of the input. The path is empty if the problem concerns the input as a whole. */
export interface FieldProblem {
  /** Such as `template.id`. */
  path: string;
  message: string;
}

/** The input is invalid; nothing was started. */
export class InvalidInput extends PresentationError {
  override name = 'InvalidInput';
  constructor(readonly fields: readonly FieldProblem[]) {
    const lines = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`invalid input: ${lines.join('; ')}`);
  }
}

/** The deck rejected a decision; the message is the deck's and says why. */
export class InvalidReview extends PresentationError {
  override name = 'InvalidReview';
}

/** The deck rejected a resolution; the message says why. */
export class InvalidResolution extends PresentationError {
  override name = 'InvalidResolution';
}

/** The deck does not let this caller wait for its outline; the message says why. */
export class WaitRefused extends PresentationError {
  override name = 'WaitRefused';
}

/** No deck with this id exists in the client's namespace. */
export class NoSuchPresentation extends PresentationError {
  override name = 'NoSuchPresentation';
  constructor(
    readonly workflowId: string,
    options?: ErrorOptions,
  ) {
    super(`there is no deck ${workflowId} in this namespace`, options);
  }
}

/** Neither server nor worker responded in time. The message may have been accepted: query the progress. */
export class NoAnswer extends PresentationError {
  override name = 'NoAnswer';
}

/** The deck ended without a result. */
export class PresentationFailed extends PresentationError {
  override name = 'PresentationFailed';
  constructor(
    readonly workflowId: string,
    /** Failure type, see docs/failures.md; or `Cancelled`, `Terminated` or `TimedOut`. */
    readonly type: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Tolerance for the clocks of client and server. */
const SLACK_MS = 100;

const GRPC = { cancelled: 1, deadlineExceeded: 4, failedPrecondition: 9, unavailable: 14 } as const;

/** Whether the deadline of a call passed. If the server notices it first, the call fails as cancelled. */
export function isLate(error: unknown, deadline: number): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const code = grpcCode(error);
  return code === GRPC.deadlineExceeded || (code === GRPC.cancelled && Date.now() >= deadline - SLACK_MS);
}

/** Whether the server rejected the call because no worker has polled lately. */
export function isUnpolled(error: unknown): boolean {
  return grpcCode(error) === GRPC.failedPrecondition;
}

/** The failure type of an update that failed; undefined for every other error. */
export function updateFailureType(error: unknown): string | undefined {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  return cause instanceof ApplicationFailure ? (cause.type ?? undefined) : undefined;
}

/**
 * Whether the server rejected an update because the worker completed a workflow task without it, as happens after an outage.
 * The deck has not seen it.
 */
export const isUnprocessed = (error: unknown): boolean => updateFailureType(error) === 'UnprocessedUpdate';

/** Whether a message never reached the deck. */
const isUnread = (error: unknown): boolean => isUnpolled(error) || isUnprocessed(error);

export function isUnreachable(error: unknown): boolean {
  return grpcCode(error) === GRPC.unavailable;
}

function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

/** Delay before a message is sent again. */
const RETRY_MS = 1_000;

/**
 * Retries a message that never reached the deck: its workflow task had just failed, as in a rollout with two versions, or
 * was completed without the message. Every attempt must have the same update id, so that the message counts once.
 */
export async function pastFailedSteps<Result>(deadline: number, send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isUnread(error) || Date.now() + RETRY_MS >= deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Sends an update past failed workflow tasks; its attempts count once. @param deadline in epoch ms */
export function sendUpdate<Answer>(
  handle: Pick<WorkflowHandle, 'executeUpdate'>,
  name: string,
  message: object,
  deadline: number,
  updateId: string = randomUUID(),
): Promise<Answer> {
  return pastFailedSteps(deadline, () => handle.executeUpdate<Answer, [object]>(name, { args: [message], updateId }));
}

/** Makes a call with a timeout. @throws NoSuchPresentation, NoAnswer */
export async function inTime<Result>(
  { client, workflowId }: Pick<WorkflowHandle, 'client' | 'workflowId'>,
  timeoutMs: number,
  call: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  try {
    return await client.withDeadline(deadline, call);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new NoSuchPresentation(workflowId, { cause: error });
    if (isUnreachable(error)) throw new NoAnswer('the Temporal server is not responding', { cause: error });
    if (!isLate(error, deadline) && !isUnread(error)) throw error;
    const sentence = `no response from ${workflowId} within ${timeoutMs / 1000} s; check that a worker of its task queue is running`;
    throw new NoAnswer(sentence, { cause: error });
  }
}
