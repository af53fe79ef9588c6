import { setTimeout as delay } from 'node:timers/promises';
import { Cluster } from '../../bench/cluster/cluster';
import { deckEnvironment } from '../../bench/cluster/deck-config';
import { ClusterDecks } from '../../bench/cluster/decks';
import { clusterPrograms, clusterServerVersion } from '../../bench/cluster/programs';
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

let cluster: Cluster | undefined;
beforeAll(async () => {
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
  const roles = ['history', 'matching', 'frontend', 'deck service', 'deck worker', 'object store'] as const;
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
  it('runs decks while each of its parts is killed: nothing is lost, nothing is there twice unsaid', async () => {
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
    for (const { uid, route, result, wrong } of ends) {
      const held = await clusterHoldings(postgres, settings.server.files, deckEnvironment(), uid);
      judged.push({ uid, route: route.name, wrong: wrong ?? (result ? judgeHeld(held, result).wrong : ['no result']) });
    }
    expect(judged).toEqual(ends.map(({ uid, route }) => ({ uid, route: route.name, wrong: [] })));
    expect(await lost(ends.map(({ handle }) => handle))).toEqual([]);
    expect(struck).toHaveLength(7);
  }, 300_000);
});
