import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { type DeckKeys, idWithoutChannel, workflowIdOf } from '../core/deck-id';
import { PRESENTATION } from '../core/messages';
import type { PresentationInput } from '../input/input';

const ENDED_BADLY = ['FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT'];

/**
 * The workflow id of a deck. 0.1.0 left the channel out of it. A deck of the same user from that release keeps its id,
 * so that the same request finds it instead of paying again. If it ended without a result, it is started under the new
 * id.
 */
export async function placedId(client: Client, keys: DeckKeys): Promise<string> {
  const [own, old] = [workflowIdOf(keys), idWithoutChannel(keys)];
  if (own === old) return own;
  try {
    const { runId, status, type } = await client.workflow.getHandle(old).describe();
    if (type !== PRESENTATION || ENDED_BADLY.includes(status.name)) return own;
    const { uid, request } = keys;
    const channel = await startedChannel(client, { workflowId: old, runId });
    return workflowIdOf({ uid, channel, request }) === own ? old : own;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return own;
    throw error;
  }
}

/** The channel that a run was started with. @throws WorkflowNotFoundError */
export async function startedChannel(client: Client, run: { workflowId: string; runId: string }): Promise<string> {
  const { channel } = await startedInput(client, run);
  return typeof channel === 'string' ? channel.trim() : '';
}

/** The input of a deck, from the start of its history. Needs no worker. */
export async function startedInput(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<PresentationInput> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  const [input] = await decodeArrayFromPayloads(client.options.loadedDataConverter, started?.input?.payloads);
  // The input of a continued run also has the state of the deck.
  const { state: _, ...given } = (input ?? {}) as PresentationInput & { state?: unknown };
  return given;
}
