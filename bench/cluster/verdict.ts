import type { Cluster } from './cluster';
import { deckEnvironment } from './deck-config';
import type { DeckEnd } from './decks';
import type { JudgedDeck } from './effects';
import { clusterHoldings } from './holdings';
import { judgeHeld } from './judge';
import { stepsOf } from './steps';

export async function judgeDeck(cluster: Cluster, end: DeckEnd): Promise<JudgedDeck> {
  const { temporal } = cluster;
  const { handle } = end;
  const steps = await stepsOf(handle, (runId) => temporal.client.workflow.getHandle(handle.workflowId, runId));
  const builds = [...new Set(steps.pids.map((pid) => cluster.builds.get(pid) ?? `process ${pid}`))];
  return { end, wrong: await wrongsOf(cluster, end), steps, builds };
}

/** What was lost, is there twice unsaid, or did not end as its route does. */
export async function wrongsOf({ postgres, settings }: Cluster, { uid, result, wrong }: DeckEnd): Promise<string[]> {
  const wrongs = wrong === undefined ? [] : [wrong];
  if (result === undefined) return wrongs;
  const held = await clusterHoldings(postgres, settings.server.files, deckEnvironment(), uid);
  return [...wrongs, ...judgeHeld(held, result).wrong];
}
