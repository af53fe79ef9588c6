import type { WorkflowHandle } from '@temporalio/client';
import type { temporal as proto } from '@temporalio/proto';
import type { DeckEnd, Span } from './decks';

type Event = proto.api.history.v1.IHistoryEvent;

/** What the histories of a deck tell of its steps. */
export interface DeckSteps {
  /** Processes that took its workflow tasks, in this order. */
  pids: number[];
  /** Times without an event while a workflow task or an activity was open: not those of a timer or a review. */
  waits: Span[];
}

/** Of all runs of the deck. */
export async function stepsOf(handle: WorkflowHandle, workflow: (runId: string) => WorkflowHandle): Promise<DeckSteps> {
  const steps: DeckSteps = { pids: [], waits: [] };
  for (let of: WorkflowHandle | undefined = handle; of !== undefined; ) {
    const events: Event[] = (await of.fetchHistory()).events ?? [];
    steps.pids.unshift(...pidsOf(events));
    steps.waits.push(...waitsOf(events));
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

export function waitsOf(events: readonly Event[]): Span[] {
  const waits: Span[] = [];
  const open = new Set<string>();
  let from: number | undefined;
  for (const event of events) {
    const at = Number(event.eventTime?.seconds ?? 0) * 1000 + (event.eventTime?.nanos ?? 0) / 1e6;
    if (from !== undefined && open.size > 0) waits.push({ from, to: at });
    from = at;
    if (event.workflowTaskScheduledEventAttributes || event.activityTaskScheduledEventAttributes) {
      open.add(String(event.eventId));
    }
    const closed = closedBy(event);
    if (closed !== undefined) open.delete(closed);
  }
  return waits;
}

function closedBy(event: Event): string | undefined {
  const end =
    event.workflowTaskCompletedEventAttributes ??
    event.workflowTaskFailedEventAttributes ??
    event.workflowTaskTimedOutEventAttributes ??
    event.activityTaskCompletedEventAttributes ??
    event.activityTaskFailedEventAttributes ??
    event.activityTaskTimedOutEventAttributes ??
    event.activityTaskCanceledEventAttributes;
  return end?.scheduledEventId ? String(end.scheduledEventId) : undefined;
}

/** Seconds of the longest time within the span that the deck waited for a step, or a person for the answer of a decision. */
export function longestWait(span: Span, { waits }: DeckSteps, { decided }: Pick<DeckEnd, 'decided'>): number {
  const touching = [...waits, ...decided].filter(({ from, to }) => from < span.to && to > span.from);
  return Math.max(0, ...touching.map(({ from, to }) => to - from)) / 1000;
}
