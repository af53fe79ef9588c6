import { type CancellationScope, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { BatchItem } from '../src/input/batch';
import { type BatchState, batchDetailsOf, type DeckEnd, type RunningDeck, takeEnd } from './batch-state';
import { now } from './deck';
import type { DeckActivities } from './options';

/** One run of a batch: its record, and what only this run of the history knows. */
export interface Batch {
  readonly state: BatchState;
  /** False in runs that 0.1.0 began: they continue when the server suggests it, and know no other bound. */
  readonly counted: boolean;
  call: DeckActivities;
  /** Items that were read and not begun. */
  readonly items: BatchItem[];
  /** Decks that this run of the history has begun. */
  begun: number;
  /** About how many events this run has written. */
  events: number;
  /** Ends the waiting for watched decks, because there are more of them now. */
  watching?: CancellationScope;
}

/** Events of one such thing and of the workflow tasks that it brings about, at most. */
const EVENTS = { deck: 10, activity: 6, look: 10, timer: 5, message: 6 } as const;
/**
 * A run continues as a new one after about so many events. The server ends a run at 51,200 events or 50 MB; a worker that has
 * to replay 3,300 does so well within its 3 s.
 */
const MOST_EVENTS = 3_300;
/** A long message counts like several short ones, so that its bytes have a bound as well. */
const BYTES_AN_EVENT = 2_000;

export function spend(batch: Batch, what: keyof typeof EVENTS): void {
  batch.events += EVENTS[what];
}

export function spendMessage(batch: Batch, value: unknown): void {
  batch.events += EVENTS.message + Math.floor(sizeOf(value) / BYTES_AN_EVENT);
}

/**
 * Whether the run has to continue as a new one. It counts by itself: what the server suggests differs between a run and its
 * replay when a query comes in between, and then the two do different things.
 */
export function isLong({ state, begun, events, counted }: Batch): boolean {
  const long = counted ? events >= MOST_EVENTS : workflowInfo().continueAsNewSuggested;
  return long || (begun >= state.plan!.slice && state.next < state.plan!.total);
}

/** Before there is a plan, only a flood of messages makes a run long: the lines are checked again in the next one. */
export function isFlooded({ counted, events }: Batch): boolean {
  return counted && events >= 3 * MOST_EVENTS;
}

/** About how long a value is as JSON. Without recursion, whose depth would differ from process to process. */
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
