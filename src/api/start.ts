import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  type WorkflowOptions,
} from '@temporalio/client';
import { type DeckKeys, workflowIdOf } from '../core/deck-id';
import { PRESENTATION, type PresentationResult } from '../core/messages';
import { startAttributes } from '../core/search-attributes';
import { type CheckedInput, type PresentationInput, presentationInput } from '../input/input';
import { detailsOf, headlineOf, summaryOf } from '../input/input-text';
import { InvalidInput, inTime } from './errors';
import { placedId, startedChannel } from './placed-deck';

type Presentation = (input: PresentationInput) => Promise<PresentationResult>;
export type PresentationHandle = WorkflowHandle<Presentation>;

export interface StartOptions
  extends Pick<WorkflowOptions, 'memo' | 'staticSummary' | 'staticDetails' | 'workflowTaskTimeout' | 'priority'> {
  /** Queue of the workers, `temporal.taskQueue` of their settings. Default `presentation`. */
  taskQueue?: string;
  /** Longest wait for the server. Default 10 s. */
  timeoutMs?: number;
}

export interface StartedPresentation {
  handle: PresentationHandle;
  workflowId: string;
  runId: string;
  /** The same uid, channel and request had been started before: the deck is that one, and this input was not looked at. */
  existing: boolean;
}

/**
 * `presentation/<uid>/<request>`, or `presentation/<uid>~<channel>/<request>` where there is a channel: the same request
 * started twice is one deck. Decks of 0.1.0 have no channel in their ids.
 */
export const presentationId: (keys: DeckKeys) => string = workflowIdOf;

/** The handle of a deck that was started, by its id or by uid, channel and request; the server is not asked. */
export function presentationHandle(client: Client, deck: string | DeckKeys): PresentationHandle {
  return client.workflow.getHandle<Presentation>(typeof deck === 'string' ? deck : workflowIdOf(deck));
}

/**
 * Starts a deck, or finds the one that the same uid, channel and request have started. A failed one is started again.
 * @throws {InvalidInput} before anything is started, with the path of each wrong field
 */
export async function startPresentation(
  client: Client,
  input: PresentationInput,
  options: StartOptions = {},
): Promise<StartedPresentation> {
  const parsed = presentationInput.safeParse(input);
  if (parsed.success) return startChecked(client, parsed.data as CheckedInput, options);
  throw new InvalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}

/** The same for an input that was checked before, as our own command line does: reading it twice would be idle. */
export async function startChecked(
  client: Client,
  checked: CheckedInput,
  { taskQueue = 'presentation', timeoutMs = 10_000, ...options }: StartOptions = {},
): Promise<StartedPresentation> {
  return inTime(presentationHandle(client, checked), timeoutMs, async () => {
    const workflowId = await placedId(client, checked);
    const handle = presentationHandle(client, workflowId);
    const start = (typedSearchAttributes?: ReturnType<typeof startAttributes>) =>
      client.workflow.start<Presentation>(PRESENTATION, {
        // A worker that dies within a step of the workflow is noticed after this; the server's own default is 10 s.
        workflowTaskTimeout: '3s',
        staticSummary: summaryOf(checked),
        staticDetails: detailsOf(checked),
        memo: { title: headlineOf(checked) },
        ...(typedSearchAttributes === undefined ? {} : { typedSearchAttributes }),
        ...options,
        workflowId,
        taskQueue,
        args: [checked],
        // Not USE_EXISTING: the refusal says, without a race, that the deck was there before.
        workflowIdConflictPolicy: 'FAIL',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      });
    try {
      const { firstExecutionRunId: runId } = await start(startAttributes(checked)).catch((error) => {
        // A worker registers the attributes when it starts; where none has yet, the deck sets them itself later.
        if (!isUnregistered(error)) throw error;
        return start();
      });
      return { handle, workflowId, runId, existing: false };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const { runId } = await handle.describe();
      await requireOwnChannel(client, checked, { workflowId, runId });
      return { handle, workflowId, runId, existing: true };
    }
  });
}

/** Under an id without a channel there may be a deck of any channel: 0.1.0 left it out. */
async function requireOwnChannel(
  client: Client,
  { uid, channel = '', request }: PresentationInput,
  run: { workflowId: string; runId: string },
): Promise<void> {
  const found = await startedChannel(client, run);
  if (found === channel) return;
  const message = `${request} of ${uid} is a deck of the channel ${JSON.stringify(found)} already; choose another request`;
  throw new InvalidInput([{ path: 'request', message }]);
}

const GRPC_INVALID_ARGUMENT = 3;

function isUnregistered(error: unknown): boolean {
  const cause = isGrpcServiceError(error) ? error : (error as Error).cause;
  return isGrpcServiceError(cause) && cause.code === GRPC_INVALID_ARGUMENT && /search attribute/i.test(cause.details);
}
