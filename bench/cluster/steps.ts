import type { WorkflowHandle } from '@temporalio/client';
import type { temporal as proto } from '@temporalio/proto';

type Event = proto.api.history.v1.IHistoryEvent;

/** What the histories of a deck tell of its steps. */
export interface DeckSteps {
  /** Processes that took its workflow tasks, in this order. */
  pids: number[];
  /** Attempts of calls that timed out, with the moment at which this was known or the next attempt began. */
  timedOut: { name: string; at: number }[];
}

/** Of all runs of the deck. */
export async function stepsOf(handle: WorkflowHandle, workflow: (runId: string) => WorkflowHandle): Promise<DeckSteps> {
  const steps: DeckSteps = { pids: [], timedOut: [] };
  for (let of: WorkflowHandle | undefined = handle; of !== undefined; ) {
    const events: Event[] = (await of.fetchHistory()).events ?? [];
    steps.pids.unshift(...pidsOf(events));
    steps.timedOut.push(...timedOutOf(events));
    const before: string | null | undefined =
      events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
    of = before ? workflow(before) : undefined;
  }
  return { ...steps, pids: [...new Set(steps.pids)] };
}

/** An identity is PID@HOST. */
const pidsOf = (events: readonly Event[]): number[] =>
  events.flatMap(({ workflowTaskCompletedEventAttributes: step }) =>
    step?.identity ? [Number(step.identity.split('@')[0])] : [],
  );

/** An attempt that Temporal repeats is in the history only as the failure before the next one. */
export function timedOutOf(events: readonly Event[]): DeckSteps['timedOut'] {
  const names = new Map(
    events.map(({ eventId, activityTaskScheduledEventAttributes: call }) => [
      String(eventId),
      call?.activityType?.name ?? '',
    ]),
  );
  return events.flatMap((event) => {
    const { activityTaskStartedEventAttributes: start, activityTaskTimedOutEventAttributes: end } = event;
    const late = start?.lastFailure?.timeoutFailureInfo ? start : end;
    return late ? [{ name: names.get(String(late.scheduledEventId))!, at: timeOf(event) }] : [];
  });
}

const timeOf = ({ eventTime }: Event): number => Number(eventTime?.seconds ?? 0) * 1000 + (eventTime?.nanos ?? 0) / 1e6;
