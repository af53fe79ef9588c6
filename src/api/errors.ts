import { setTimeout as sleep } from 'node:timers/promises';
import {
  isGrpcServiceError,
  type WorkflowHandle,
  WorkflowNotFoundError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';

/** Something between a program and a deck did not go as asked; the message is a sentence for a person. */
export class PresentationError extends Error {
  override name = 'PresentationError';
}

/** A field of the input that does not fit; the path is empty when it is about the input as a whole. */
export interface FieldProblem {
  /** Such as `template.id`. */
  path: string;
  message: string;
}

/** The input does not fit; nothing was started. */
export class InvalidInput extends PresentationError {
  override name = 'InvalidInput';
  constructor(readonly fields: readonly FieldProblem[]) {
    const lines = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`the input does not fit: ${lines.join('; ')}`);
  }
}

/** The deck did not take a decision; the message says why, in the deck's own words. */
export class ReviewRefused extends PresentationError {
  override name = 'ReviewRefused';
}

/** The deck did not take what was said about its trouble; the message says why. */
export class ResolveRefused extends PresentationError {
  override name = 'ResolveRefused';
}

/** There is no deck of this id in the client's namespace. */
export class NoSuchPresentation extends PresentationError {
  override name = 'NoSuchPresentation';
  constructor(
    readonly workflowId: string,
    options?: ErrorOptions,
  ) {
    super(`there is no deck ${workflowId} in this namespace`, options);
  }
}

/** No worker, or no server, answered in time. What was sent may have been taken: ask for the progress. */
export class NoAnswer extends PresentationError {
  override name = 'NoAnswer';
}

/** The deck ended without a result. */
export class PresentationFailed extends PresentationError {
  override name = 'PresentationFailed';
  constructor(
    readonly workflowId: string,
    /** Stable name, see docs/failures.md; `Cancelled`, `Terminated` or `TimedOut` where that was the end. */
    readonly type: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The clocks of two ends of a call. */
const SLACK_MS = 100;

const GRPC = { cancelled: 1, deadlineExceeded: 4, failedPrecondition: 9, unavailable: 14 } as const;

/** The deadline of a call passed. The server may notice it first; then it says that the call was cancelled. */
export function isLate(error: unknown, deadline: number): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const code = grpcCode(error);
  return code === GRPC.deadlineExceeded || (code === GRPC.cancelled && Date.now() >= deadline - SLACK_MS);
}

/** The server knows by itself that nobody has polled lately. */
export function isUnpolled(error: unknown): boolean {
  return grpcCode(error) === GRPC.failedPrecondition;
}

export function isUnreachable(error: unknown): boolean {
  return grpcCode(error) === GRPC.unavailable;
}

function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

/** Between two tries of a message that the server did not take in. */
const AGAIN_MS = 1_000;

/**
 * Sends a message again that met a step of the deck which had just failed, as in a roll-out with two versions. Each try
 * has to carry the same update id: then it is one message.
 */
export async function pastFailedSteps<Result>(deadline: number, send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isUnpolled(error) || Date.now() + AGAIN_MS >= deadline) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Makes a call that is answered in time, or fails with a sentence. */
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
    if (isUnreachable(error)) throw new NoAnswer('the Temporal server does not answer', { cause: error });
    if (!isLate(error, deadline) && !isUnpolled(error)) throw error;
    const sentence = `nobody answered for ${workflowId} within ${timeoutMs / 1000} s; is a worker of its queue running?`;
    throw new NoAnswer(sentence, { cause: error });
  }
}
