import type { Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import type { PresentationInput } from '../input/input';

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
