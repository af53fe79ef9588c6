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
import { type DeckKeys, idWithoutChannel, LONGEST_KEY } from '../src/core/deck-id';
import { shortened } from '../src/core/markdown';
import { PRESENTATION } from '../src/core/messages';
import { apiQueueOf, streamQueueOf } from '../src/core/queues';
import { startAttributes } from '../src/core/search-attributes';
import type { PresentationInput } from '../src/input/input';
import { causeOf } from './failure-types';
import type { presentation } from './presentation';

/**
 * The id that a deck is started under. With a channel, an activity says it: 0.1.0 left the channel out, and only the
 * server knows whether this deck was started then.
 * @throws ApplicationFailure `InvalidInput` for a channel that cannot be one
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
    summary: 'Find the id of the deck',
    startToCloseTimeout: '1m',
    heartbeatTimeout: '10s',
    retry: { maximumInterval: '10s' },
  });
}

/** What is wrong with a text that becomes part of a deck's id, by shape only: the deck itself reads it more closely. */
export function keyFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name}: ${name} must be text`;
  return value.length > LONGEST_KEY ? `${name}: ${name} is longer than ${LONGEST_KEY} characters` : undefined;
}

/** The server takes 64 bytes, and a character has up to 4. Users whose names begin the same share their turn. */
export function fairnessKeyOf(uid: string): string {
  return [...uid].slice(0, 16).join('');
}

interface ChildDeck {
  workflowId: string;
  /** What the deck is called in lists, as far as that is known. */
  title: string | undefined;
  /** Line in the Temporal UI; the title when left out. */
  summary?: string;
  details?: string;
  parentClosePolicy: ParentClosePolicy;
  /** Milliseconds. */
  workflowTaskTimeout?: number;
  /** Its activities inherit it. */
  priority?: NonNullable<ChildWorkflowOptions['priority']>;
}

/** Starts a deck of its own id. Undefined when its request has one already, other than a failed one. */
export async function startDeck(
  input: PresentationInput,
  { title, summary = title, details, ...policies }: ChildDeck,
): Promise<ChildWorkflowHandle<typeof presentation> | undefined> {
  try {
    return await startChild<typeof presentation>(PRESENTATION, {
      ...policies,
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

/** By name: the class is not part of the sandbox library. */
export function isAlreadyStarted(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
}

/** How long one look at decks waits for the first of them to end. */
export const WATCHED_FOR_MS = 5 * 60_000;

/** Looks at decks that are no children of this run, from an activity: six events a look, however many decks and hours. */
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
