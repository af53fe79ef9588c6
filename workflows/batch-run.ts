import { type CancellationScope, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { BatchItem } from '../src/input/batch';
import { type BatchState, batchDetailsOf, type DeckEnd, type RunningDeck, takeEnd } from './batch-state';
import { now } from './deck';
import type { DeckActivities } from './options';

/** One run of a batch: its state, and the facts that only this run needs. */
export interface Batch {
  readonly state: BatchState;
  /** False in runs that 0.1.0 started: they continue as new only when the server suggests it. */
  readonly counted: boolean;
  call: DeckActivities;
  /** Items that were read but not started. */
  readonly items: BatchItem[];
  /** Decks that this run has started. */
  begun: number;
  /** Estimated number of events in this run's history. */
  events: number;
  /** Cancels the wait for watched decks when another one is added. */
  watching?: CancellationScope;
}

/** Maximum number of events, including those of the workflow tasks that follow. */
const EVENTS = { deck: 10, activity: 6, look: 10, timer: 5, message: 6 } as const;
/**
 * A run continues as new after about this many events. The server terminates a run at 51,200 events or 50 MB, and a
 * worker replays 3,300 events well within its workflow task timeout of 3 s.
 */
const MOST_EVENTS = 3_300;
/** A long message counts as several events, which limits the bytes of a history as well. */
const BYTES_AN_EVENT = 2_000;

export function spend(batch: Batch, what: keyof typeof EVENTS): void {
  batch.events += EVENTS[what];
}

export function spendMessage(batch: Batch, value: unknown): void {
  batch.events += EVENTS.message + Math.floor(sizeOf(value) / BYTES_AN_EVENT);
}

/**
 * Whether the run has to continue as new. The batch counts its own events, because the server's suggestion can differ
 * between a run and its replay when a query arrives in between, and the replay would then diverge.
 */
export function isLong({ state, begun, events, counted }: Batch): boolean {
  const long = counted ? events >= MOST_EVENTS : workflowInfo().continueAsNewSuggested;
  return long || (begun >= state.plan!.slice && state.next < state.plan!.total);
}

/** Before there is a plan, only a flood of messages makes a run long. The next run checks the items again. */
export function isFlooded({ counted, events }: Batch): boolean {
  return counted && events >= 3 * MOST_EVENTS;
}

/** Approximate length of a value as JSON. Not recursive, because the possible depth differs between processes. */
function sizeOf(value: unknown): number {
  let size = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') size += next.length;
    else if (typeof next !== 'object' || next === null) size += 2;
    else if (ArrayBuffer.isView(next)) size += next.byteLength;
    else if (Array.isArray(next)) for (const item of next) open.push(item);
    else {
      for (const [name, item] of Object.entries(next)) {
        size += name.length;
        open.push(item);
      }
    }
  }
  return size;
}

export function end(batch: Batch, deck: RunningDeck, how: DeckEnd): void {
  takeEnd(batch.state, deck, how);
  publish(batch);
}

export function publish({ state }: Batch): void {
  state.updatedAt = now();
  setCurrentDetails(batchDetailsOf(state));
}
