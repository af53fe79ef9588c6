import { ActivityFailure, CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { counted } from '../src/text/counted';
import { type Batch, end, spend } from './batch-run';
import { addBatchProblem, endOfSeen, type RunningDeck } from './batch-state';
import { WATCHED_FOR_MS, watching } from './child-deck';
import { causeOf } from './failure-types';

const RETRY_DELAY = '30s';

/** Waits, in one activity, for the decks that are not children of this run: adopted ones and those of earlier runs. */
export async function watchDecks(batch: Batch): Promise<never> {
  const { state } = batch;
  const watched = () => state.running.filter((deck) => deck.watched !== undefined);
  for (;;) {
    await condition(() => watched().length > 0);
    const added = watched().filter((deck) => deck.watched === 'new');
    for (const deck of added) deck.watched = 'known';
    // New ones are checked without waiting, because most of them completed long ago. Then all are waited for.
    await (added.length > 0 ? look(batch, added, 0) : look(batch, watched(), WATCHED_FOR_MS));
  }
}

async function look(batch: Batch, decks: RunningDeck[], waitMs: number): Promise<void> {
  const which = decks.map(({ workflowId, titled, existing, channel = '' }) => ({
    workflowId,
    ...(existing ? { channel, ...(titled === undefined ? {} : { title: titled }) } : {}),
  }));
  const summary =
    waitMs === 0
      ? `Check ${counted(decks.length, 'deck')}`
      : `Wait for ${counted(decks.length, 'deck')}, ${WATCHED_FOR_MS / 60_000}m`;
  const scope = new CancellationScope();
  if (waitMs > 0) batch.watching = scope;
  spend(batch, 'look');
  try {
    const seen = await scope.run(() => watching(summary).lookAtDecks({ decks: which, waitMs }));
    for (const found of seen.decks) {
      const deck = decks.find(({ workflowId }) => workflowId === found.workflowId);
      if (deck !== undefined) end(batch, deck, endOfSeen(found));
    }
  } catch (error) {
    if (isCancellation(error)) return;
    if (!(error instanceof ActivityFailure)) throw error;
    addBatchProblem(batch.state, `running decks cannot be checked: ${causeOf(error).message}`);
    spend(batch, 'timer');
    await sleep(RETRY_DELAY, { summary: 'Wait before checking the decks again' });
  } finally {
    delete batch.watching;
  }
}
