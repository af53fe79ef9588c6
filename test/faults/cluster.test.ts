import { setTimeout as delay } from 'node:timers/promises';
import { Cluster } from '../../bench/cluster/cluster';
import { deckEnvironment } from '../../bench/cluster/deck-config';
import { ClusterDecks, type DeckEnd, routes } from '../../bench/cluster/decks';
import { clusterPrograms, clusterServerVersion, whyNoCluster } from '../../bench/cluster/programs';
import { Session } from '../service/session';
import { judgeHeld, lost } from './checker';
import { clusterHoldings } from './cluster-holdings';
import { QUICK_WHEN_AWAY } from './processes';

/**
 * Row 22 of the fault matrix: a real cluster, each kind of process killed with kill -9 while decks are under way, and
 * PostgreSQL restarted at once. The larger run, without faults, is `npm run cluster`.
 */

/** The first use builds the server of Temporal. */
const BUILD_MS = 20 * 60_000;
/** Enough for every route; more are started until the last part has been struck. */
const LEAST = 10;
const AT_ONCE = 5;

const missing = whyNoCluster();
if (missing !== undefined) console.warn(`test/faults/cluster: not run. ${missing}`);

let cluster: Cluster | undefined;
beforeAll(async () => {
  if (missing !== undefined) return;
  const shape = { frontend: 2, history: 2, matching: 2, shards: 16, workers: 2, services: 2, keep: '' };
  const programs = await clusterPrograms((line) => process.stderr.write(`${line}\n`));
  cluster = await Cluster.start(shape, programs, { sections: { workflow: QUICK_WHEN_AWAY } });
}, BUILD_MS);
afterAll(async () => {
  await cluster?.close();
  await cluster?.temporal?.close();
}, 120_000);

/** One after the other, each started again; every kind of process once. */
async function strikeAll(on: Cluster, struck: string[]): Promise<void> {
  const roles = ['history', 'matching', 'frontend', 'worker', 'deck service', 'deck worker', 'object store'] as const;
  for (const role of roles) {
    await on.kill(role);
    await delay(500);
    await on.startAgain(role);
    struck.push(role);
  }
  await on.postgres.restartImmediately();
  struck.push('PostgreSQL');
}

describe('a cluster', () => {
  (missing === undefined ? it : it.skip)(
    'runs decks while each of its parts is killed: nothing is lost, nothing is there twice unsaid',
    async () => {
      const { temporal, settings, postgres } = cluster!;
      const { serverVersion } = await temporal.connection.workflowService.getSystemInfo({});
      expect(`v${serverVersion}`).toBe(clusterServerVersion);

      const struck: string[] = [];
      const striking = strikeAll(cluster!, struck);
      let over = false;
      const isOver = () => {
        over = true;
      };
      striking.then(isOver, isOver);
      const ends = await new ClusterDecks(temporal, settings).runWhile((started) => started < LEAST || !over, AT_ONCE);
      await striking;

      const judged = [];
      const wrongsOf = async ({ uid, result, wrong }: DeckEnd) => {
        if (result === undefined) return [wrong];
        const held = await clusterHoldings(postgres, settings.server.files, deckEnvironment(), uid);
        return [...(wrong === undefined ? [] : [wrong]), ...judgeHeld(held, result).wrong];
      };
      for (const end of ends) judged.push({ uid: end.uid, wrong: await wrongsOf(end) });
      expect(judged).toEqual(ends.map(({ uid }) => ({ uid, wrong: [] })));
      expect(new Set(ends.map(({ route }) => route.name)).size).toBe(routes.length);
      expect(await lost(ends.map(({ handle }) => handle))).toEqual([]);
      expect(struck).toHaveLength(8);

      // A checker that never objects would have said the same.
      const first = ends.find(
        ({ result }) => result?.outcome === 'delivered' && result.possibleDuplicates.length === 0,
      )!;
      await (await Session.open(settings.service.baseUrl!, first.uid)).createTask('Behind its back');
      expect(await wrongsOf(first)).toEqual([expect.stringMatching(/^tasks: \d+, and the result speaks of/)]);
    },
    300_000,
  );
});
