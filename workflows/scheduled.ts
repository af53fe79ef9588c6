import { ApplicationFailure, ParentClosePolicy, workflowInfo } from '@temporalio/workflow';
import type { ScheduledResult } from '../src/core/batch';
import type { ScheduledInput } from '../src/input/batch';
import { deckIdOf, keyFault, startDeck } from './child-deck';

/**
 * What a Temporal schedule starts: makes the request of a deck from the schedule's name and the scheduled time, starts
 * the deck and ends. A schedule has one input for all its runs, so it cannot start `presentation` itself; and a time
 * that comes twice (a backfill, a start that is repeated) finds the deck that it has made.
 */
export async function scheduledPresentation(given: ScheduledInput): Promise<ScheduledResult> {
  const { schedule, input } = checked(given);
  const request = `${schedule}-${scheduledTime().replace(/\.\d+|[:-]/g, '')}`;
  const deck = { ...input, request };
  const workflowId = await deckIdOf(deck);
  const child = await startDeck(deck, {
    workflowId,
    title: typeof input.title === 'string' ? input.title : undefined,
    details: `- schedule: ${schedule}\n- request: ${request}`,
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
  return { workflowId, request, existing: child === undefined };
}

/** By shape only: a run that cannot start its deck would try for ever. The deck reads its input more closely. */
function checked(given: unknown): ScheduledInput {
  const { schedule, input } = (given ?? {}) as Partial<ScheduledInput>;
  const fault =
    typeof input !== 'object' || input === null
      ? 'send one object: {"schedule", "input"}'
      : (keyFault('schedule', schedule) ?? keyFault('uid', input.uid));
  if (fault === undefined) return { schedule: schedule!, input: input! };
  throw ApplicationFailure.nonRetryable(`the input does not fit: ${fault}`, 'InvalidInput');
}

/** When this run was due, not when it was started: Temporal appends it to the id, and says it as an attribute. */
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
