import {
  ActivityFailure,
  ApplicationFailure,
  type ChildWorkflowHandle,
  type ChildWorkflowOptions,
  isCancellation,
  type ParentClosePolicy,
  patched,
  proxyActivities,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { type DeckKeys, fairnessKeyOf, idWithoutChannel, LONGEST_KEY } from '../src/core/deck-id';
import { shortened } from '../src/core/markdown';
import { PRESENTATION } from '../src/core/messages';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import { startAttributes } from '../src/core/search-attributes';
import type { PresentationInput } from '../src/input/input';
import { causeOf } from './failure-types';
import type { presentation } from './presentation';

/**
 * The workflow id for a deck. With a channel, an activity looks it up: 0.1.0 left the channel out of the id, and only
 * the server knows whether that release started this deck.
 * @throws ApplicationFailure `InvalidInput` for an invalid channel
 */
export async function deckIdOf({ uid, channel, request }: DeckKeys): Promise<string> {
  if (channel === undefined || channel === '' || !patched('0.2')) return idWithoutChannel({ uid, request });
  try {
    const { workflowId } = await placing().placeDeck({ uid, channel, request });
    return workflowId;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
}

function placing(): Pick<Activities, 'placeDeck'> {
  return proxyActivities<Activities>({
    taskQueue: apiQueueOf(workflowInfo().taskQueue),
    summary: 'Look up the workflow ID of the deck',
    startToCloseTimeout: '1m',
    heartbeatTimeout: '10s',
    retry: { maximumInterval: '10s' },
  });
}

/** Why a value cannot be part of a workflow id, or undefined. Checks type and length only; the deck checks the rest. */
export function keyFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name}: ${name} must be text`;
  return value.length > LONGEST_KEY ? `${name}: ${name} is longer than ${LONGEST_KEY} characters` : undefined;
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
      ...(title === undefined ? {} : { memo: { title } }),
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

/** Activity that watches decks that are not children of this run: six events, however many decks and hours. */
export function watching(summary: string): Pick<Activities, 'lookAtDecks'> {
  return proxyActivities<Activities>({
    taskQueue: streamQueueOf(workflowInfo().taskQueue),
    summary,
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    cancellationType: 'TRY_CANCEL',
    retry: { maximumInterval: '30s' },
  });
}
