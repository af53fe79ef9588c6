import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { nextBuild, today } from '../../bench/cluster/builds';
import { Cluster } from '../../bench/cluster/cluster';
import { ClusterDecks, routes } from '../../bench/cluster/decks';
import { effectOf, faultTable, type JudgedDeck, type Struck } from '../../bench/cluster/effects';
import { type Fault, faults, Striking } from '../../bench/cluster/faults';
import { lost } from '../../bench/cluster/judge';
import { clusterPrograms, clusterServerVersions, whyNoCluster } from '../../bench/cluster/programs';
import { judgeDeck, wrongsOf } from '../../bench/cluster/verdict';
import { packageRoot } from '../../src/base/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { Session } from '../service/session';
import { QUICK_WHEN_AWAY } from './processes';

/**
 * Rows 20, 22 of the fault matrix on a real cluster: each kind of process killed with kill -9 while decks are under way,
 * PostgreSQL restarted at once, and workers of today replaced by those of the next build. The larger run, without faults,
 * is `npm run cluster`.
 */

/** The first use builds the server of Temporal. */
const BUILD_MS = 20 * 60_000;
/** Enough for every route; more are started until the last part has been struck. */
const LEAST = 10;
const AT_ONCE = 5;
/** A fault can strike within a paid call. */
const SLOW_ENOUGH = { timing: { outlineFragment: '20ms', contentFragment: '10ms' } };

const missing = whyNoCluster();
if (missing !== undefined) console.warn(`test/faults/cluster: not run. ${missing}`);

let cluster: Cluster | undefined;
beforeAll(async () => {
  if (missing !== undefined) return;
  const shape = { frontend: 2, history: 2, matching: 2, shards: 16, workers: 2, services: 2, keep: '' };
  const programs = await clusterPrograms((line) => process.stderr.write(`${line}\n`));
  cluster = await Cluster.start(shape, programs, { sections: { workflow: QUICK_WHEN_AWAY, server: SLOW_ENOUGH } });
}, BUILD_MS);
afterAll(async () => {
  await cluster?.close();
  await cluster?.temporal?.close();
});

/** Decks that run while the faults strike, judged when both are over. */
async function through(faults: readonly Fault[], name: string) {
  const on = cluster!;
  const decks = new ClusterDecks(on.temporal, on.settings, name);
  const striking = new Striking(faults, on, decks);
  const ends = await decks.runWhile((started) => started < LEAST || !striking.over, AT_ONCE);
  const struck = await striking.struck;
  const judged: JudgedDeck[] = [];
  for (const end of ends) judged.push(await judgeDeck(on, end));
  console.log(faultTable(struck.map((one) => effectOf(one, judged))));
  expect(judged.map(({ end, wrong }) => ({ uid: end.uid, wrong }))).toEqual(
    ends.map(({ uid }) => ({ uid, wrong: [] })),
  );
  expect(new Set(ends.map(({ route }) => route.name)).size).toBe(routes.length);
  expect(await lost(ends.map(({ handle }) => handle))).toEqual([]);
  return { ends, struck, judged };
}

const onCluster = missing === undefined ? it : it.skip;

test('the workers of the next build are this package with other workflow code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deck-next-'));
  try {
    const next = nextBuild(join(folder, 'build'));
    const code = (root: string) => readFileSync(builtBundle('presentation', plainTraits, root).codePath, 'utf8');
    expect(next.main).toBe(join(folder, 'build', relative(packageRoot, today.main)));
    expect(code(packageRoot)).not.toContain("'next-1'");
    expect(code(join(folder, 'build'))).toContain("'next-1'");
    nextBuild(join(folder, 'after'), next);
    expect(code(join(folder, 'after'))).toMatch(/'next-2'[\s\S]*'next-1'/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a cluster', () => {
  onCluster(
    'runs decks while each of its parts is killed: nothing is lost, nothing is there twice unsaid',
    async () => {
      const { temporal, settings } = cluster!;
      const { serverVersion } = await temporal.connection.workflowService.getSystemInfo({});
      expect(`v${serverVersion}`).toBe(clusterServerVersions[0]);
      const { ends, struck } = await through(faults.kills, 'kills');
      expect(struck).toHaveLength(8);

      // A checker that never objects would have said the same.
      const first = ends.find(
        ({ result }) => result?.outcome === 'delivered' && result.possibleDuplicates.length === 0,
      )!;
      await (await Session.open(settings.service.baseUrl!, first.uid)).createTask('Behind its back');
      expect(await wrongsOf(cluster!, first)).toEqual([expect.stringMatching(/^tasks: \d+, and the result speaks of/)]);
    },
  );

  const [autoUpgrade, pinned] = faults.rollouts;
  onCluster(
    `runs decks through a ${autoUpgrade!.name}: what began under the old build ends under the new one`,
    async () => {
      const { judged } = await through([autoUpgrade!], 'upgrade');
      const takenBy = (...builds: string[]) => judged.filter((deck) => deck.builds.join() === builds.join());
      expect(takenBy('today', 'next-1').length).toBeGreaterThan(0);
      // Under the next build alone a deck of that build can continue.
      expect(judged.filter(({ builds }) => builds[0] === 'next-1' && builds.length > 1)).toEqual([]);
    },
  );

  onCluster(`runs decks through a ${pinned!.name}: each ends under the build that it began with`, async () => {
    const { judged } = await through([pinned!], 'pinned');
    expect(judged.map(({ builds }) => builds.length)).toEqual(judged.map(() => 1));
    expect(new Set(judged.flatMap(({ builds }) => builds))).toEqual(new Set(['next-1', 'next-2']));
  });

  const [heals, stays] = faults.partitions;
  onCluster(
    'runs decks while no packet passes between a worker and Temporal: others take over, and no call is repeated unsaid',
    async () => {
      const { pid } = cluster!.workers()[0]!.child!;
      const { judged, struck } = await through([heals!, stays!], 'partitions');
      const [first, second] = struck as [Struck, Struck];
      const strandedIn = ({ from, to }: Struck) =>
        judged.filter(({ steps }) => steps.timedOut.some(({ at }) => at > from && at < to));
      expect(strandedIn(first).length).toBeGreaterThan(0);
      expect(strandedIn(second).length).toBeGreaterThan(0);
      expect(judged.filter(({ steps }) => steps.pids[0] === pid && steps.pids.length > 1).length).toBeGreaterThan(0);
    },
  );
});
