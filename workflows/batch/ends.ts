import { ActivityFailure, CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { counted } from '../../src/base/text/counted';
import { WATCHED_FOR_MS, watching } from '../child-deck';
import { causeOf } from '../failure-types';
import { type Batch, publish, spend } from './run';
import { addBatchProblem, queueForReport, takeEnds } from './state';

const ROWS_AT_ONCE = 25;
const RETRY_DELAY = '30s';

/**
 * Takes the ends of decks into report and counts, one activity at a time: each writes where the previous one stopped. A
 * deck keeps its place until then.
 */
export async function reportEnds(batch: Batch): Promise<never> {
  const { state } = batch;
  const due = () => state.running.filter(({ phase }) => phase === 'due');
  for (;;) {
    await condition(() => due().length > 0);
    const decks = due().slice(0, ROWS_AT_ONCE);
    const summary = `Report ${decks.length === 1 ? `line ${decks[0]!.line}` : counted(decks.length, 'deck')}`;
    spend(batch, 'activity');
    const reported = await orProblem(batch, 'the report cannot be written', () =>
      batch.call.write(summary).reportDecks({
        report: state.plan!.report,
        at: state.reportEnd,
        decks: decks.map(({ phase: _, ...deck }) => deck),
      }),
    );
    if (reported === undefined) continue;
    for (const deck of decks) if (reported.running.includes(deck.workflowId)) deck.phase = 'watched';
    // The current wait does not know the decks that were added.
    if (reported.running.length > 0) batch.watching?.cancel();
    else takeEnds(state, decks, reported);
    publish(batch);
  }
}

/** Waits, in one activity, for the decks that are not children of this run: adopted ones and those of earlier runs. */
export async function watchDecks(batch: Batch): Promise<never> {
  const { state } = batch;
  const watched = () => state.running.filter(({ phase }) => phase === 'watched');
  for (;;) {
    await condition(() => watched().length > 0);
    const decks = watched();
    const summary = `Wait for ${counted(decks.length, 'deck')}, ${WATCHED_FOR_MS / 60_000}m`;
    const scope = new CancellationScope();
    batch.watching = scope;
    spend(batch, 'look');
    const call = { decks: decks.map(({ workflowId }) => workflowId), waitMs: WATCHED_FOR_MS };
    const ended = await orProblem(batch, 'running decks cannot be checked', () =>
      scope.run(() => watching(summary).waitForDecks(call)),
    );
    delete batch.watching;
    for (const deck of decks) if (ended?.includes(deck.workflowId)) queueForReport(state, deck);
  }
}

/** The answer, or undefined after a cancellation or, when a while has passed, after a failure that is now a problem. */
async function orProblem<Answer>(batch: Batch, problem: string, ask: () => Promise<Answer>) {
  try {
    return await ask();
  } catch (error) {
    if (isCancellation(error)) return undefined;
    if (!(error instanceof ActivityFailure)) throw error;
    addBatchProblem(batch.state, `${problem}: ${causeOf(error).message}`);
    publish(batch);
    spend(batch, 'timer');
    await sleep(RETRY_DELAY, { summary: 'Wait before the next attempt' });
    return undefined;
  }
}
