import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { BatchInput, BatchItem, BatchResult } from '../src/presentation/batch';
import { handleBatch } from './batch-handlers';
import {
  addBatchProblem,
  type BatchState,
  batchDetailsOf,
  batchProgressOf,
  batchResultOf,
  type DeckEnd,
  endOfError,
  endOfResult,
  endOfSeen,
  newBatchState,
  type RunningDeck,
  takeEnd,
} from './batch-state';
import { deckIdOf, startDeck, WATCHED_FOR_MS, watching } from './child-deck';
import { now } from './deck';
import { causeOf } from './failure-types';
import { activitiesFor, type DeckActivities } from './options';
import { apiQueueOf } from './queues';

/** Carried over when a long history is continued as a new one; refused from anyone else. */
interface Continued {
  state?: BatchState;
}

interface Batch {
  readonly state: BatchState;
  call: DeckActivities;
  /** Items that were read and not begun. */
  readonly items: BatchItem[];
  /** Decks that this run of the history has begun. */
  begun: number;
  /** Ends the waiting for watched decks, because there are more of them now. */
  watching?: CancellationScope;
}

const ROWS_AT_ONCE = 25;
/** While so many rows cannot be written, no more decks are started: the state has to stay small. */
const MOST_UNWRITTEN = 200;
const AFTER_TROUBLE = '30s';

/**
 * Runs a workflow `presentation` for every line of a file, so many at once, and writes down how each ended. A deck that
 * fails is no failure of the batch. Started again, it makes no deck twice: one that was delivered or rejected counts as
 * it is, one that runs is waited for, one that failed is made again.
 * @throws ApplicationFailure `InvalidInput` before any deck is started.
 */
export async function presentationBatch(input: BatchInput & Continued): Promise<BatchResult> {
  const batch = setUp(input);
  const { state } = batch;
  try {
    await prepare(batch, input);
    // A cancellation ends the starting of decks; what runs, is watched or is written down goes on until the end.
    void CancellationScope.nonCancellable(() => Promise.all([watchDecks(batch), writeReport(batch)]));
    await startDecks(batch, input);
    state.phase = 'finished';
    publish(batch);
    await condition(allHandlersFinished);
    return batchResultOf(state);
  } catch (error) {
    if (isCancellation(error)) await cancel(batch);
    else if (error instanceof ApplicationFailure) state.phase = 'failed';
    throw error;
  }
}

/** Handlers stand before the first await: a message that came with the start finds them. */
function setUp(input: BatchInput & Continued): Batch {
  const { continuedFromExecutionRunId, workflowId } = workflowInfo();
  const continued = continuedFromExecutionRunId !== undefined ? input.state : undefined;
  const batch = { state: continued ?? newBatchState(now()), items: [], begun: 0 } as unknown as Batch;
  const named = String(input?.batch ?? '');
  handleBatch(
    batch.state,
    () => batchProgressOf(batch.state, workflowId, named),
    () => publish(batch),
  );
  return batch;
}

async function prepare(batch: Batch, input: unknown): Promise<void> {
  const { state } = batch;
  publish(batch);
  try {
    state.plan ??= await preparation().prepareBatch({ input, startedAt: state.startedAt });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
  batch.call = activitiesFor(state.plan.settings as Parameters<typeof activitiesFor>[0]);
  state.phase = 'running';
  publish(batch);
}

function preparation(): Pick<Activities, 'prepareBatch'> {
  return proxyActivities<Activities>({
    taskQueue: apiQueueOf(workflowInfo().taskQueue),
    summary: 'Check every line',
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    retry: { maximumInterval: '10s' },
  });
}

/** The sliding window: begins items while there is room, until every deck has ended and is written down. */
async function startDecks(batch: Batch, input: BatchInput & Continued): Promise<void> {
  const { state } = batch;
  for (;;) {
    await condition(() => mayStart(state) || isDone(state) || isLong(batch));
    if (isDone(state)) return;
    if (isLong(batch)) await handOver(batch, input);
    if (!mayStart(state)) continue;
    const item = await nextItem(batch);
    // Somebody may have paused the batch while the items were read.
    if (item === undefined || !mayStart(state)) continue;
    batch.items.shift();
    state.next += 1;
    batch.begun += 1;
    await CancellationScope.nonCancellable(() => begin(batch, item));
    publish(batch);
  }
}

function mayStart({ paused, stopped, next, plan, running, unwritten }: BatchState): boolean {
  if (paused !== undefined || stopped !== undefined || next >= plan!.total) return false;
  return running.length < plan!.window && unwritten.length < MOST_UNWRITTEN;
}

function isDone({ stopped, next, plan, running, unwritten }: BatchState): boolean {
  return (stopped !== undefined || next >= plan!.total) && running.length === 0 && unwritten.length === 0;
}

function isLong({ state, begun }: Batch): boolean {
  return workflowInfo().continueAsNewSuggested || (begun >= state.plan!.slice && state.next < state.plan!.total);
}

/** Goes on in a new history. The decks that run are no children of the new run any more: it watches them. */
async function handOver({ state }: Batch, input: BatchInput & Continued): Promise<never> {
  await condition(allHandlersFinished);
  const running = state.running.map((deck) => ({ ...deck, watched: 'new' as const }));
  // The items stand in the plan by their address; the input need not carry them again.
  const { batch, uid } = input;
  const carried = { batch, ...(uid === undefined ? {} : { uid }), items: '-', state: { ...state, running } };
  return continueAsNew<typeof presentationBatch>(carried);
}

/** The next item, read together with those that this run will begin after it. Trouble with it pauses the batch. */
async function nextItem({ state, items, call, begun }: Batch): Promise<BatchItem | undefined> {
  if (items.length > 0) return items[0];
  const plan = state.plan!;
  const count = Math.max(1, plan.slice - begun);
  try {
    const read = await call
      .read(`Read lines from item ${state.next + 1} on`)
      .readBatchItems({ items: plan.items, from: state.next, count });
    items.push(...read.items);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    state.paused = { by: 'trouble', comment: `the items cannot be read: ${causeOf(error).message}` };
    addBatchProblem(state, state.paused.comment!);
  }
  return items[0];
}

/** Starts a deck, or adopts the one that its request has already. */
async function begin(batch: Batch, { line, title, input }: BatchItem): Promise<void> {
  const { state } = batch;
  const { uid, request } = input;
  const deck: RunningDeck = {
    line,
    uid,
    request,
    workflowId: deckIdOf(input),
    title,
    ...(input.title === undefined ? {} : { titled: title }),
    existing: false,
  };
  state.running.push(deck);
  const child = await startDeck(input, {
    title,
    details: `- title: ${title}\n- user: ${uid}\n- request: ${request}\n- batch: ${state.plan!.batch}, line ${line}`,
    // What a deck has paid for outlives the batch.
    parentClosePolicy: ParentClosePolicy.ABANDON,
    workflowTaskTimeout: state.plan!.settings.timeouts.workflowTask,
  });
  if (child === undefined) {
    deck.existing = true;
    deck.watched = 'new';
    state.counts.existing += 1;
    batch.watching?.cancel();
    return;
  }
  state.counts.started += 1;
  void child.result().then(
    (result) => end(batch, deck, endOfResult(result)),
    (error) => end(batch, deck, endOfError(error)),
  );
}

function end(batch: Batch, deck: RunningDeck, how: DeckEnd): void {
  takeEnd(batch.state, deck, how);
  publish(batch);
}

/** Waits for adopted and carried decks, all of them in one activity. */
async function watchDecks(batch: Batch): Promise<never> {
  const { state } = batch;
  const watched = () => state.running.filter((deck) => deck.watched !== undefined);
  for (;;) {
    await condition(() => watched().length > 0);
    const added = watched().filter((deck) => deck.watched === 'new');
    for (const deck of added) deck.watched = 'known';
    // Those that came in are looked at once, as most of them have ended long ago; then all are waited for.
    await (added.length > 0 ? look(batch, added, 0) : look(batch, watched(), WATCHED_FOR_MS));
  }
}

async function look(batch: Batch, decks: RunningDeck[], waitMs: number): Promise<void> {
  const which = decks.map(({ workflowId, titled, existing }) => ({
    workflowId,
    ...(existing && titled !== undefined ? { title: titled } : {}),
  }));
  const summary =
    waitMs === 0 ? `Look at ${decks.length} decks` : `Wait for ${decks.length} decks, ${WATCHED_FOR_MS / 60_000}m`;
  const scope = new CancellationScope();
  if (waitMs > 0) batch.watching = scope;
  try {
    const seen = await scope.run(() => watching(summary).lookAtDecks({ decks: which, waitMs }));
    for (const found of seen.decks) {
      const deck = decks.find(({ workflowId }) => workflowId === found.workflowId);
      if (deck !== undefined) end(batch, deck, endOfSeen(found));
    }
  } catch (error) {
    if (isCancellation(error)) return;
    if (!(error instanceof ActivityFailure)) throw error;
    addBatchProblem(batch.state, `decks cannot be looked at: ${causeOf(error).message}`);
    await sleep(AFTER_TROUBLE, { summary: 'Until the decks are looked at again' });
  } finally {
    delete batch.watching;
  }
}

/** Writes down how decks ended, one activity at a time: each begins where the one before has ended. */
async function writeReport(batch: Batch): Promise<never> {
  const { state } = batch;
  for (;;) {
    await condition(() => state.unwritten.length > 0);
    const rows = state.unwritten.slice(0, ROWS_AT_ONCE);
    try {
      state.reportEnd = await batch.call
        .write(`Write ${rows.length === 1 ? `line ${rows[0]!.line}` : `${rows.length} lines`} of the report`)
        .reportDecks({ report: state.plan!.report, at: state.reportEnd, rows });
      state.unwritten.splice(0, rows.length);
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      addBatchProblem(state, `the report cannot be written: ${causeOf(error).message}`);
      publish(batch);
      await sleep(AFTER_TROUBLE, { summary: 'Until the report is tried again' });
    }
  }
}

/** Ends a cancelled batch: its decks go on by themselves, or end with it. */
async function cancel(batch: Batch): Promise<void> {
  const { state } = batch;
  await CancellationScope.nonCancellable(async () => {
    if (state.plan?.cancelRunning) {
      await Promise.all(
        state.running.map(({ workflowId }) =>
          getExternalWorkflowHandle(workflowId)
            .cancel()
            .catch(() => undefined),
        ),
      );
      await condition(() => state.running.length === 0);
    }
    // What has ended by now is written down; a disk that is full does not keep the batch open.
    await condition(() => state.unwritten.length === 0, '1m');
    state.phase = 'cancelled';
    publish(batch);
    await condition(allHandlersFinished);
  });
}

function publish({ state }: Batch): void {
  state.updatedAt = now();
  setCurrentDetails(batchDetailsOf(state));
}
