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
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities';
import { cut } from '../../src/base/text/cut';
import { type BatchResult, LONGEST_TITLE } from '../../src/core/batch';
import { workflowIdOf } from '../../src/core/deck-id';
import { apiQueueOf } from '../../src/core/queues';
import type { BatchInput, BatchItem, BatchPlan } from '../../src/decks/input/batch';
import { startDeck } from '../child-deck';
import { causeOf } from '../failure-types';
import { activitiesFor, type DeckActivities } from '../options';
import { now } from '../presentation/deck';
import { reportEnds, watchDecks } from './ends';
import { handleBatch } from './handlers';
import { type Batch, isFlooded, isLong, publish, spend } from './run';
import {
  addBatchProblem,
  type BatchState,
  batchProgressOf,
  batchResultOf,
  newBatchState,
  queueForReport,
  type RunningDeck,
} from './state';

/** Carried over by continue-as-new; ignored in the input of a first run. */
interface Continued {
  state?: BatchState;
}

/** How long a cancelled batch waits for its decks. A deck may be in a 45 s call, or blocked until a person fixes it. */
const CANCEL_PATIENCE = '10m';
/** Maximum number of decks that the problem about this names. */
const NAMED = 5;

/**
 * Runs a workflow `presentation` for every item, up to a concurrency limit, and writes each outcome to a report. A
 * failed deck does not fail the batch. A batch that is started again creates no duplicates: it counts delivered and
 * rejected decks as they are, waits for running ones, and starts failed ones again.
 * @throws ApplicationFailure `InvalidInput` before any deck is started.
 */
export async function presentationBatch(input: BatchInput & Continued): Promise<BatchResult> {
  const batch = setUp(input);
  const { state } = batch;
  try {
    await prepare(batch, input);
    // A cancellation stops new decks only. Watching and reporting continue until the end.
    void CancellationScope.nonCancellable(() => Promise.all([watchDecks(batch), reportEnds(batch)]));
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

/** Sets the handlers before the first await, so that a message that arrives with the start finds them. */
function setUp(input: BatchInput & Continued): Batch {
  const { workflowId } = workflowInfo();
  const state = (isContinued() ? input.state : undefined) ?? newBatchState(now());
  let call: DeckActivities | undefined;
  const batch: Batch = {
    state,
    get call() {
      call ??= activitiesFor(state.plan!.settings);
      return call;
    },
    items: [],
    begun: 0,
    events: 0,
  };
  const named = typeof input?.batch === 'string' ? input.batch : '';
  handleBatch({
    state,
    progress: () => batchProgressOf(state, workflowId, named),
    arrived: () => spend(batch, 'message'),
    changed: () => publish(batch),
  });
  return batch;
}

function isContinued(): boolean {
  return workflowInfo().continuedFromExecutionRunId !== undefined;
}

async function prepare(batch: Batch, input: BatchInput & Continued): Promise<void> {
  const { state } = batch;
  publish(batch);
  state.plan ??= await planFor(batch, input);
  state.phase = 'running';
  publish(batch);
}

/** Validates the input. Invalid input fails the workflow with a message that names the item and the field. */
async function planFor(batch: Batch, input: BatchInput & Continued): Promise<BatchPlan> {
  const { state } = batch;
  const { state: _, ...own } = input ?? {};
  spend(batch, 'activity');
  const prepared = preparation().prepareBatch({ input: isContinued() ? own : input, startedAt: state.startedAt });
  try {
    await Promise.race([prepared, condition(() => isFlooded(batch))]);
    if (isFlooded(batch)) await continueAsNew<typeof presentationBatch>({ ...(own as BatchInput), state });
    return await prepared;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const { type, message } = causeOf(error);
    throw ApplicationFailure.nonRetryable(message, type);
  }
}

function preparation(): Pick<Activities, 'prepareBatch'> {
  return proxyActivities<Activities>({
    taskQueue: apiQueueOf(workflowInfo().taskQueue),
    summary: 'Validate the items',
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    retry: { maximumInterval: '10s' },
  });
}

/** The sliding window: starts items up to the concurrency limit, until every deck is complete and reported. */
async function startDecks(batch: Batch, input: BatchInput & Continued): Promise<void> {
  const { state } = batch;
  for (;;) {
    await condition(() => mayStart(batch) || isDone(state) || isLong(batch));
    if (isDone(state)) return;
    if (isLong(batch)) await handOver(batch, input);
    if (!mayStart(batch)) continue;
    const item = await nextItem(batch);
    // The batch may have been paused while the items were read.
    if (item === undefined || !mayStart(batch)) continue;
    batch.items.shift();
    state.next += 1;
    batch.begun += 1;
    spend(batch, 'deck');
    await CancellationScope.nonCancellable(() => begin(batch, item));
    publish(batch);
  }
}

function mayStart({ state: { paused, stopped, next, plan, running } }: Batch): boolean {
  if (paused !== undefined || stopped !== undefined || next >= plan!.total) return false;
  return running.length < plan!.window;
}

function isDone({ stopped, next, plan, running }: BatchState): boolean {
  return (stopped !== undefined || next >= plan!.total) && running.length === 0;
}

/**
 * Continues as new. Running decks are not children of the new run, so it watches them. Messages change the state
 * immediately, so the carried state includes every message that arrived before the end of this run.
 */
async function handOver({ state }: Batch, input: BatchInput & Continued): Promise<never> {
  await condition(allHandlersFinished);
  const running = state.running.map((deck) => (deck.phase === 'child' ? { ...deck, phase: 'watched' as const } : deck));
  // The plan has a reference to the items, so the input need not carry them again.
  const { batch, uid } = input;
  const carried = { batch, ...(uid === undefined ? {} : { uid }), items: '-', state: { ...state, running } };
  return continueAsNew<typeof presentationBatch>(carried);
}

/** The next item, read together with the others of this run. A failure to read pauses the batch. */
async function nextItem(batch: Batch): Promise<BatchItem | undefined> {
  const { state, items, call, begun } = batch;
  if (items.length > 0) return items[0];
  spend(batch, 'activity');
  const plan = state.plan!;
  const count = Math.max(1, plan.slice - begun);
  try {
    const read = await call
      .read(`Read the items from number ${state.next + 1}`)
      .readBatchItems({ items: plan.items, from: state.next, count });
    items.push(...read.items);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    state.paused = { by: 'an error', comment: `the items cannot be read: ${causeOf(error).message}` };
    addBatchProblem(state, state.paused.comment!);
  }
  return items[0];
}

/** Starts a deck, or adopts the existing deck of its request. */
async function begin(batch: Batch, { line, title, input }: BatchItem): Promise<void> {
  const { state } = batch;
  const { uid, channel, request } = input;
  const workflowId = workflowIdOf(input);
  const deck: RunningDeck = {
    line,
    uid,
    request,
    workflowId,
    title: cut(title, LONGEST_TITLE),
    titled: input.title !== undefined,
    existing: false,
    phase: 'child',
  };
  state.running.push(deck);
  const whose = channel ? `${uid}\n- channel: ${channel}` : uid;
  const child = await startDeck(input, {
    workflowId,
    title,
    details: `- title: ${title}\n- user: ${whose}\n- request: ${request}\n- batch: ${state.plan!.batch}, line ${line}`,
    // A deck may have made paid calls, so it outlives the batch.
    parentClosePolicy: ParentClosePolicy.ABANDON,
    workflowTaskTimeout: state.plan!.settings.timeouts.workflowTask,
    // Behind decks that people start.
    priority: { priorityKey: 4 },
  });
  state.counts[child === undefined ? 'existing' : 'started'] += 1;
  deck.existing = child === undefined;
  // How it ended is read for the report.
  const queue = () => queueForReport(state, deck);
  if (child === undefined) queue();
  else void child.result().then(queue, queue);
}

/** Ends a cancelled batch. Depending on `cancelRunning`, its decks are cancelled as well or continue. */
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
      await ended(batch);
    }
    // Report the completed decks, but do not let a full disk keep the batch open.
    await condition(() => unended(state).length === state.running.length, '1m');
    state.phase = 'cancelled';
    publish(batch);
    await condition(allHandlersFinished);
  });
}

const unended = ({ running }: BatchState) => running.filter(({ phase }) => phase !== 'due');

/** Waits for the cancelled decks to complete; a blocked one does not keep the batch open forever. */
async function ended({ state }: Batch): Promise<void> {
  const over = () => state.running.length === 0;
  if (over() || (await condition(over, CANCEL_PATIENCE, { summary: 'Wait for the cancelled decks' }))) return;
  const ids = unended(state).map(({ workflowId }) => workflowId);
  if (ids.length === 0) return;
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  const which = `${ids.slice(0, NAMED).join(', ')}${more}`;
  addBatchProblem(state, `still running ${CANCEL_PATIENCE} after they were cancelled: ${which}`);
}
