import {
  type ChildWorkflowHandle,
  type ChildWorkflowOptions,
  type ParentClosePolicy,
  proxyActivities,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { cut } from '../src/base/text/cut';
import { LONGEST_TITLE } from '../src/core/batch';
import { fairnessKeyOf, fitsId, LONGEST_KEY } from '../src/core/deck-id';
import { shortened } from '../src/core/markdown';
import { PRESENTATION } from '../src/core/messages';
import { streamQueueOf } from '../src/core/queues';
import { startAttributes } from '../src/core/search-attributes';
import type { PresentationInput } from '../src/decks/input/input';
import type { presentation } from './presentation/presentation';

/** Why a value cannot be part of a workflow id, or undefined. Checks type and length only; the deck checks the rest. */
export function keyFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name}: ${name} must be text`;
  return value.length > LONGEST_KEY ? `${name}: ${name} is longer than ${LONGEST_KEY} characters` : undefined;
}

/** The same for a channel, which is optional. */
export function channelFault(channel: unknown): string | undefined {
  if (channel === undefined) return undefined;
  if (typeof channel !== 'string') return 'channel: channel must be text';
  return fitsId(channel) ? undefined : 'channel: channel is too long for a workflow id';
}

interface ChildDeck {
  workflowId: string;
  /** Title in lists, if known. */
  title: string | undefined;
  /** Summary in the Temporal UI; defaults to the title. */
  summary?: string;
  details?: string;
  parentClosePolicy: ParentClosePolicy;
  /** Milliseconds. */
  workflowTaskTimeout?: number;
  /** Its activities inherit it. */
  priority?: NonNullable<ChildWorkflowOptions['priority']>;
}

/** Starts a deck as a child workflow. Undefined if the id is already taken by a deck that has not failed. */
export async function startDeck(
  input: PresentationInput,
  { title, summary = title, details, priority, ...policies }: ChildDeck,
): Promise<ChildWorkflowHandle<typeof presentation> | undefined> {
  try {
    return await startChild<typeof presentation>(PRESENTATION, {
      ...policies,
      priority: { fairnessKey: fairnessKeyOf(input.uid), ...priority },
      typedSearchAttributes: startAttributes(input),
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      ...(details === undefined ? {} : { staticDetails: details }),
      ...(summary === undefined ? {} : { staticSummary: shortened(summary) }),
      ...(title === undefined ? {} : { memo: { title: cut(title, LONGEST_TITLE) } }),
    });
  } catch (error) {
    if (isAlreadyStarted(error)) return undefined;
    throw error;
  }
}

/** Checked by name, because the workflow library does not export the class. */
export function isAlreadyStarted(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
}

/** How long one activity waits for the first watched deck to complete. */
export const WATCHED_FOR_MS = 5 * 60_000;

/** Activities that wait for decks that are not children of this run: six events, however many decks. */
export function watching(summary: string): Pick<Activities, 'waitForDeck' | 'waitForDecks'> {
  return proxyActivities<Activities>({
    taskQueue: streamQueueOf(workflowInfo().taskQueue),
    summary: shortened(summary),
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    cancellationType: 'TRY_CANCEL',
    retry: { maximumInterval: '30s' },
  });
}
