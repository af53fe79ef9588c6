import { ApplicationFailure, ParentClosePolicy, workflowInfo } from '@temporalio/workflow';
import type { ScheduledResult } from '../../src/core/batch';
import { workflowIdOf } from '../../src/core/deck-id';
import type { ScheduledInput } from '../../src/decks/input/batch';
import { channelFault, keyFault, startDeck } from '../child-deck';

/**
 * Started by a Temporal schedule: derives the request from the schedule's name and the scheduled time, starts the deck
 * and completes. A schedule has one input for all its runs, so it cannot start `presentation` directly. A time that
 * occurs twice (a backfill, a retried start) finds its existing deck.
 */
export async function scheduledPresentation(given: ScheduledInput): Promise<ScheduledResult> {
  const { schedule, input } = checked(given);
  const request = `${schedule}-${scheduledTime().replace(/\.\d+|[:-]/g, '')}`;
  const deck = { ...input, request };
  const workflowId = workflowIdOf(deck);
  const child = await startDeck(deck, {
    workflowId,
    title: typeof input.title === 'string' ? input.title : undefined,
    details: `- schedule: ${schedule}\n- request: ${request}`,
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
  return { workflowId, request, existing: child === undefined };
}

/**
 * Checks the shape only, so that a run does not retry forever because it cannot start its deck. The deck checks the
 * rest.
 */
function checked(given: unknown): ScheduledInput {
  const { schedule, input } = (given ?? {}) as Partial<ScheduledInput>;
  const fault =
    typeof input !== 'object' || input === null
      ? 'send one object: {"schedule", "input"}'
      : (keyFault('schedule', schedule) ?? keyFault('uid', input.uid) ?? channelFault(input.channel));
  if (fault === undefined) return { schedule: schedule!, input: input! };
  throw ApplicationFailure.nonRetryable(`invalid input: ${fault}`, 'InvalidInput');
}

/**
 * The scheduled time of this run, not its start time. Temporal appends it to the id and sets it as a search attribute.
 */
function scheduledTime(): string {
  const { workflowId, searchAttributes } = workflowInfo();
  const appended = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.exec(workflowId)?.[0];
  const [attribute] = (searchAttributes.TemporalScheduledStartTime ?? []) as unknown[];
  const time = appended ?? (attribute instanceof Date ? attribute.toISOString() : attribute);
  if (typeof time === 'string') return time;
  throw ApplicationFailure.nonRetryable(
    'only a schedule starts this workflow; start `presentation` instead',
    'InvalidInput',
  );
}
