import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  type WorkflowOptions,
} from '@temporalio/client';
import { startAttributes } from '../../workflows/search-attributes';
import { type PresentationInput, presentationInput, workflowIdOf } from '../presentation/input';
import { PRESENTATION, type PresentationResult } from '../presentation/messages';
import { detailsOf, headlineOf, summaryOf } from '../presentation/order-text';
import { InvalidInput, within } from './errors';

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
  /** The same uid and request had been started before: the deck is that one, and this input was not looked at. */
  existing: boolean;
}

/** `presentation/<uid>/<request>`: the same request started twice is one deck. */
export const presentationId: (keys: Pick<PresentationInput, 'uid' | 'request'>) => string = workflowIdOf;

/** The handle of a deck that was started, by its id or by uid and request; the server is not asked. */
export function presentationHandle(
  client: Client,
  deck: string | Pick<PresentationInput, 'uid' | 'request'>,
): PresentationHandle {
  return client.workflow.getHandle<Presentation>(typeof deck === 'string' ? deck : workflowIdOf(deck));
}

/**
 * Starts a deck, or finds the one that the same uid and request have started. A failed one is started anew.
 * @throws {InvalidInput} before anything is started, with the path of each wrong field
 */
export async function startPresentation(
  client: Client,
  input: PresentationInput,
  { taskQueue = 'presentation', timeoutMs = 10_000, ...options }: StartOptions = {},
): Promise<StartedPresentation> {
  const checked = checkedInput(input);
  const workflowId = workflowIdOf(checked);
  const handle = presentationHandle(client, workflowId);
  return within(handle, timeoutMs, async () => {
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
      return { handle, workflowId, runId, existing: true };
    }
  });
}

const GRPC_INVALID_ARGUMENT = 3;

function isUnregistered(error: unknown): boolean {
  const cause = isGrpcServiceError(error) ? error : (error as Error).cause;
  return isGrpcServiceError(cause) && cause.code === GRPC_INVALID_ARGUMENT && /search attribute/i.test(cause.details);
}

function checkedInput(input: PresentationInput): PresentationInput {
  const parsed = presentationInput.safeParse(input);
  if (parsed.success) return parsed.data as PresentationInput;
  throw new InvalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}
