import { type CancellationScope, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { BatchItem } from '../../src/decks/input/batch';
import type { DeckActivities } from '../options';
import { now } from '../presentation/deck';
import { type BatchState, batchDetailsOf } from './state';

/** One run of a batch: its state, and the facts that only this run needs. */
export interface Batch {
  readonly state: BatchState;
  /** Exists once the batch has its plan. */
  readonly call: DeckActivities;
  /** Items that were read but not started. */
  readonly items: BatchItem[];
  /** Decks that this run has started. */
  begun: number;
  /** Estimated number of events in this run's history. */
  events: number;
  /** Cancels the wait for watched decks when another one is added. */
  watching?: CancellationScope;
}

/** Maximum number of events, including those of the workflow tasks that follow. Messages are short. */
const EVENTS = { deck: 10, activity: 6, look: 10, timer: 5, message: 6 } as const;
/**
 * A run continues as new after about this many events. The server terminates a run at 51,200 events or 50 MB, and a
 * worker replays 3,300 events well within its workflow task timeout of 3 s.
 */
const MOST_EVENTS = 3_300;

export function spend(batch: Batch, what: keyof typeof EVENTS): void {
  batch.events += EVENTS[what];
}

/**
 * Whether the run has to continue as new. The batch counts its own events, because the server's suggestion can differ
 * between a run and its replay when a query arrives in between, and the replay would then diverge.
 */
export function isLong({ state, begun, events }: Batch): boolean {
  return events >= MOST_EVENTS || (begun >= state.plan!.slice && state.next < state.plan!.total);
}

/** Before there is a plan, only a flood of messages makes a run long. The next run checks the items again. */
export function isFlooded({ events }: Batch): boolean {
  return events >= 3 * MOST_EVENTS;
}

export function publish({ state }: Batch): void {
  state.updatedAt = now();
  setCurrentDetails(batchDetailsOf(state, workflowInfo()));
}
