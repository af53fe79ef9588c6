import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  type WorkflowOptions,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { type DeckKeys, fairnessKeyOf, longId, workflowIdOf } from '../../core/deck-id';
import { given } from '../../core/given';
import { PRESENTATION } from '../../core/messages';
import type { PresentationResult } from '../../core/progress';
import { startAttributes } from '../../core/search-attributes';
import { type CheckedInput, type PresentationInput, presentationInput } from '../input/input';
import { detailsOf, headlineOf, summaryOf } from '../input/input-text';
import { InvalidInput, inTime } from './errors';

export type Presentation = (input: PresentationInput) => Promise<PresentationResult>;
export type PresentationHandle = WorkflowHandle<Presentation>;

export interface StartOptions
  extends Pick<WorkflowOptions, 'memo' | 'staticSummary' | 'staticDetails' | 'workflowTaskTimeout' | 'priority'> {
  /** Task queue of the workers, `temporal.taskQueue` in their settings. Default `presentation`. */
  taskQueue?: string;
  /** Timeout of the Temporal server. Default 10 s. */
  timeoutMs?: number;
}

export interface StartedPresentation {
  handle: PresentationHandle;
  workflowId: string;
  runId: string;
  /** A deck with the same uid, channel and request already existed; this input was ignored. */
  existing: boolean;
}

/**
 * `presentation/<uid>/<request>`, or `presentation/<uid>~<channel>/<request>` with a channel. Starting the same request
 * twice is one deck.
 */
export const presentationId: (keys: DeckKeys) => string = workflowIdOf;

/** The handle of a deck, by its ID (long or short) or by uid, channel and request. Does not call the server. */
export function presentationHandle(client: Client, deck: string | DeckKeys): PresentationHandle {
  return client.workflow.getHandle<Presentation>(typeof deck === 'string' ? longId(deck) : workflowIdOf(deck));
}

/**
 * Starts a deck, or returns the existing one of the same uid, channel and request. A failed one is started again.
 * @throws {InvalidInput} before anything is started, with the path of each invalid field
 */
export async function startPresentation(
  client: Client,
  input: PresentationInput,
  options: StartOptions = {},
): Promise<StartedPresentation> {
  return startChecked(client, checkedInput(input), options);
}

/** @throws {InvalidInput} with the path of each invalid field */
export function checkedInput(input: PresentationInput): CheckedInput {
  const parsed = presentationInput.safeParse(input);
  if (parsed.success) return parsed.data as CheckedInput;
  throw new InvalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

/** The same for an input that is already validated, as in the command line. */
export async function startChecked(
  client: Client,
  input: CheckedInput,
  options: StartOptions = {},
): Promise<StartedPresentation> {
  return startBy(client, input, options, async (start) => {
    const { firstExecutionRunId } = await client.workflow.start<Presentation>(PRESENTATION, start);
    return firstExecutionRunId;
  });
}

/** The options of the call that starts a deck. */
export type DeckStart = WorkflowStartOptions<Presentation> & { workflowIdConflictPolicy: 'FAIL' };

/**
 * Starts a deck by a call of the caller's choice, unless it exists.
 * @param once starts the deck and returns its run id
 */
export async function startBy(
  client: Client,
  checked: CheckedInput,
  { taskQueue = 'presentation', timeoutMs = 30_000, ...options }: StartOptions,
  once: (start: DeckStart) => Promise<string>,
): Promise<StartedPresentation> {
  return inTime(presentationHandle(client, checked), timeoutMs, async () => {
    const workflowId = workflowIdOf(checked);
    const handle = presentationHandle(client, workflowId);
    const start = (typedSearchAttributes?: ReturnType<typeof startAttributes>) =>
      once({
        // A worker that dies during a workflow task is noticed after this time; the server's default is 10 s.
        workflowTaskTimeout: '3s',
        staticSummary: summaryOf(checked),
        staticDetails: detailsOf(checked),
        memo: { title: headlineOf(checked) },
        ...given({ typedSearchAttributes }),
        ...options,
        // Where the server supports it, users are served in turn.
        priority: { fairnessKey: fairnessKeyOf(checked.uid), ...options.priority },
        workflowId,
        taskQueue,
        args: [checked],
        // Not USE_EXISTING: the error shows without a race that the deck existed before.
        workflowIdConflictPolicy: 'FAIL',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      });
    try {
      const runId = await start(startAttributes(checked)).catch((error) => {
        // A worker registers the attributes when it starts. If none has yet, the deck sets them later.
        if (!isUnregistered(error)) throw error;
        return start();
      });
      return { handle, workflowId, runId, existing: false };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const { runId } = await handle.describe();
      return { handle, workflowId, runId, existing: true };
    }
  });
}

const GRPC_INVALID_ARGUMENT = 3;

function isUnregistered(error: unknown): boolean {
  const cause = isGrpcServiceError(error) ? error : (error as Error).cause;
  return isGrpcServiceError(cause) && cause.code === GRPC_INVALID_ARGUMENT && /search attribute/i.test(cause.details);
}
