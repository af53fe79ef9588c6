import { ActivityFailure, CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { type Batch, end, spend } from './batch-run';
import { addBatchProblem, endOfSeen, type RunningDeck } from './batch-state';
import { WATCHED_FOR_MS, watching } from './child-deck';
import { causeOf } from './failure-types';

const AFTER_TROUBLE = '30s';

/** Waits for adopted and carried decks, all of them in one activity. */
export async function watchDecks(batch: Batch): Promise<never> {
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
  const which = decks.map(({ workflowId, titled, existing, channel = '' }) => ({
    workflowId,
    ...(existing ? { channel, ...(titled === undefined ? {} : { title: titled }) } : {}),
  }));
  const summary =
    waitMs === 0 ? `Look at ${decks.length} decks` : `Wait for ${decks.length} decks, ${WATCHED_FOR_MS / 60_000}m`;
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
    addBatchProblem(batch.state, `decks cannot be looked at: ${causeOf(error).message}`);
    spend(batch, 'timer');
    await sleep(AFTER_TROUBLE, { summary: 'Until the decks are looked at again' });
  } finally {
    delete batch.watching;
  }
}
