import { randomUUID } from 'node:crypto';
import {
  type Client,
  WithStartWorkflowOperation,
  type WorkflowExecutionStatusName,
  WorkflowUpdateFailedError,
  type WorkflowUpdateHandle,
} from '@temporalio/client';
import { CONTINUED_AS_NEW, messageNames, PRESENTATION } from '../../core/messages';
import type { OutlineAnswer } from '../../core/progress';
import type { PresentationInput } from '../input/input';
import {
  inTime,
  isUnprocessed,
  isUnreachable,
  NoAnswer,
  NoSuchPresentation,
  pastFailedSteps,
  updateFailureType,
  WaitRefused,
} from './errors';
import { result } from './follow';
import {
  checkedInput,
  type DeckStart,
  type Presentation as DeckWorkflow,
  type PresentationHandle,
  type StartedPresentation,
  type StartOptions,
  startBy,
} from './start';

const OUTLINE_MS = 10 * 60_000;

export interface AwaitOutlineOptions {
  /** How long to wait for the outline. Default 10 minutes. */
  timeoutMs?: number;
}

export interface StartedUntilOutline extends StartedPresentation {
  answer: OutlineAnswer;
}

/**
 * Waits until the outline of a deck needs a decision, or until the deck is parked, complete or past its outline.
 * Continues across restarts of workers and runs.
 * @throws {WaitRefused} if too many callers wait already
 * @throws {NoAnswer} if nothing of that happens in time; the deck continues
 */
export async function awaitOutline(
  handle: PresentationHandle,
  { timeoutMs = OUTLINE_MS }: AwaitOutlineOptions = {},
): Promise<OutlineAnswer> {
  const once = (updateId: string) => handle.executeUpdate<OutlineAnswer, []>(messageNames.awaitOutline, { updateId });
  try {
    return await inTime(handle, timeoutMs, () => pastRuns(timeoutMs, once));
  } catch (error) {
    return answerAfter(handle, error, timeoutMs);
  }
}

/**
 * Starts a deck, or finds the existing one of the same uid, channel and request, and waits for its outline. A new deck
 * needs one call, an update with start.
 * @throws {InvalidInput} before anything is started
 * @throws {WaitRefused} and {NoAnswer} as {@link awaitOutline}, when the deck is already started
 */
export async function startAndAwaitOutline(
  client: Client,
  input: PresentationInput,
  { timeoutMs = OUTLINE_MS, ...options }: StartOptions & AwaitOutlineOptions = {},
): Promise<StartedUntilOutline> {
  const until = Date.now() + timeoutMs;
  const left = () => Math.max(1, until - Date.now());
  const sent: { update?: WorkflowUpdateHandle<OutlineAnswer> } = {};
  const once = async (start: DeckStart) => {
    sent.update = await client.workflow.startUpdateWithStart<DeckWorkflow, OutlineAnswer, []>(
      messageNames.awaitOutline,
      {
        startWorkflowOperation: new WithStartWorkflowOperation<DeckWorkflow>(PRESENTATION, start),
        waitForStage: 'ACCEPTED',
      },
    );
    return sent.update.workflowRunId!;
  };
  const started = await startBy(client, checkedInput(input), { ...options, timeoutMs }, once);
  const { handle } = started;
  const { update } = sent;
  if (update === undefined) return { ...started, answer: await awaitOutline(handle, { timeoutMs: left() }) };
  try {
    return { ...started, answer: await inTime(handle, left(), () => update.result()) };
  } catch (error) {
    if (isLeft(error) || isUnprocessed(error))
      return { ...started, answer: await awaitOutline(handle, { timeoutMs: left() }) };
    return { ...started, answer: await answerAfter(handle, error, timeoutMs) };
  }
}

/** Sends a new update to the next run if the run ended. Under the old id, the server would return the old failure. */
async function pastRuns(timeoutMs: number, once: (updateId: string) => Promise<OutlineAnswer>): Promise<OutlineAnswer> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const updateId = randomUUID();
    try {
      return await pastFailedSteps(deadline, () => once(updateId));
    } catch (error) {
      if (!isLeft(error)) throw error;
    }
  }
}

/** The second type is the server's, for an update that it accepted just before the run ended. */
const LEFT: readonly unknown[] = [CONTINUED_AS_NEW, 'AcceptedUpdateCompletedWorkflow'];

const isLeft = (error: unknown): boolean => LEFT.includes(updateFailureType(error));

/** The answer of a deck that is complete and accepts no update. @throws every other error, in words */
async function answerAfter(handle: PresentationHandle, error: unknown, timeoutMs: number): Promise<OutlineAnswer> {
  if (error instanceof WorkflowUpdateFailedError) {
    throw new WaitRefused(error.cause?.message ?? error.message, { cause: error });
  }
  // The server reports the same error for a complete deck and for one that never existed.
  if (error instanceof NoSuchPresentation) {
    const { status } = await inTime(handle, 10_000, () => handle.describe());
    return { status: 'ended', stage: await endOf(handle, status.name) };
  }
  if (error instanceof NoAnswer && !isUnreachable(error.cause)) {
    const sentence = `the outline of ${handle.workflowId} was not ready within ${timeoutMs / 1000} s; check its progress`;
    throw new NoAnswer(sentence, { cause: error.cause });
  }
  throw error;
}

async function endOf(handle: PresentationHandle, status: WorkflowExecutionStatusName): Promise<OutlineAnswer['stage']> {
  if (status === 'COMPLETED') return (await result(handle)).outcome;
  return status === 'CANCELLED' ? 'cancelled' : 'failed';
}
