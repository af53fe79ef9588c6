import type { WorkflowHandle } from '@temporalio/client';
import { PRESENTATION, type PresentationResult } from '../src/core/messages';
import { startAttributes } from '../src/core/search-attributes';
import type { PresentationInput } from '../src/input/input';
import type { LocalStack } from './local-stack';

let started = 0;

/** Starts a deck under a request of its own. */
export async function startDeck(
  { settings, temporal }: LocalStack,
  input: Partial<PresentationInput>,
): Promise<WorkflowHandle> {
  started += 1;
  const request = `r${started}`;
  return temporal.client.workflow.start(PRESENTATION, {
    taskQueue: settings.temporal.taskQueue,
    workflowId: `presentation/bench/${request}`,
    workflowTaskTimeout: settings.workflow.timeouts.workflowTask,
    typedSearchAttributes: startAttributes({ uid: 'bench', request, ...input }),
    args: [{ uid: 'bench', request, ...input }],
  });
}

/** A deck from its start to its file. @returns milliseconds until the result is here, and how to look at it */
export async function runDeck(
  stack: LocalStack,
  input: Partial<PresentationInput>,
): Promise<{ ms: number; handle: WorkflowHandle }> {
  const began = performance.now();
  const handle = await startDeck(stack, input);
  const { outcome } = (await handle.result()) as PresentationResult;
  const ms = performance.now() - began;
  if (outcome !== 'delivered') throw new Error(`the deck was ${outcome}`);
  return { ms, handle };
}
