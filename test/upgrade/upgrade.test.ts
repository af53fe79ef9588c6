import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevServer, type TemporalRelease } from '../../src/temporal';
import { prepareDatabase, serverOf } from '../../src/temporal/database';
import { halfWritten } from '../faults/checker';
import { listenForWebhooks, type WebhookListener } from '../notifications/webhook-listener';
import { olderExecutable, olderReleases, whyNoOlderServers } from '../setup/older-servers';
import type { Pace } from './case';
import { cases } from './cases';
import { Installation } from './installation';
import { keep, keptVersions, unpack, version } from './kept';

/**
 * Installations of earlier builds, each stopped while decks were open, kept as they were on the disk. Today's build takes
 * them over in place. DECK_RECORD_INSTALLATION=1 keeps one of the version that package.json names, with the oldest
 * server.
 */
const FACTS = 'facts.json';
type Facts = Record<string, unknown>;

/** Longer than a recording takes, and no longer than a timer of Node can be. */
const LONG = '20 days';

/** What slows the service down, added to what came before. */
const paces: Record<Pace, object> = {
  quick: {},
  'slow exports': { server: { timing: { export: LONG } } },
  'slow jobs': { server: { timing: { contentFragment: LONG } } },
};
const today = { server: { timing: { export: '0s', contentFragment: '0s' } } };

async function record(directory: string): Promise<void> {
  const { path } = await olderExecutable(olderReleases[0]!);
  const nobody = { url: 'http://127.0.0.1:1/', secret: `whsec_${Buffer.alloc(32).toString('base64')}` };
  const kept = Installation.create(directory, nobody);
  const facts: Facts = {};
  for (const [pace, settings] of Object.entries(paces)) {
    kept.configure(settings);
    await kept.start(path);
    try {
      for (const [name, one] of Object.entries(cases)) if (one.pace === pace) facts[name] = await one.bring(kept);
    } finally {
      await kept.stop();
    }
  }
  writeFileSync(join(directory, FACTS), JSON.stringify(facts, null, 2));
}

/** Upgrades a database to a server in between, and lets that server write to it. */
async function useWith(release: TemporalRelease, file: string): Promise<void> {
  const executable = await olderExecutable(release);
  await prepareDatabase({ file, executable });
  const namespaces = ['default', 'service'];
  const server = await startDevServer({
    executable: executable.path,
    headless: true,
    dbFile: file,
    namespaces,
    searchAttributes: [],
  });
  await server.stop();
  expect(serverOf(file)).toBe(release.server);
}

if (process.platform !== 'linux') {
  it.skip('not run: the folders of the kept installations are named by /proc, which this system does not have', () => {});
} else if (process.env.DECK_RECORD_INSTALLATION !== undefined) {
  it(`keeps an installation of ${version}`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-kept-'));
    await record(directory);
    keep(directory);
    expect(keptVersions('deck')).toContain(version);
    rmSync(directory, { recursive: true });
  });
} else {
  it('one is kept', () => expect(keptVersions('deck')).not.toEqual([]));

  // Kept with server 1.29.1; one was meanwhile used with a server between that one and today's.
  const inBetween = olderReleases.at(-1)!;
  const installations: [name: string, inBetween?: TemporalRelease][] = [
    ...keptVersions('deck').map((name): [string] => [name]),
    ...(whyNoOlderServers === undefined
      ? keptVersions('deck').map((name): [string, TemporalRelease] => [name, inBetween])
      : []),
  ];

  describe.each(installations)('an installation of %s', (name, between) => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-upgrade-'));
    unpack(name, directory);
    const facts = JSON.parse(readFileSync(join(directory, FACTS), 'utf8')) as Facts;
    let receiver: WebhookListener;
    let installation: Installation;

    beforeAll(async () => {
      if (between !== undefined) await useWith(between, join(directory, 'data', 'temporal.db'));
      receiver = await listenForWebhooks();
      installation = new Installation(directory, receiver);
      installation.configure(today);
      await installation.start();
    });
    afterAll(async () => {
      await installation.stop();
      await receiver.close();
      rmSync(directory, { recursive: true });
    });

    it.each(Object.keys(facts))('%s continues', async (one) => {
      await cases[one]!.carry(installation, facts[one], receiver);
    });

    it('nothing is left open, half written or told twice', async () => {
      const open: string[] = [];
      for await (const { workflowId } of installation.client.workflow.list({ query: `ExecutionStatus = 'Running'` }))
        open.push(workflowId);
      expect(open.filter((id) => !id.startsWith('temporal-sys-'))).toEqual([]);
      expect(installation.rows(`select * from content_jobs where status = 'running'`)).toEqual([]);
      expect(installation.rows(`select * from exports where status = 'running'`)).toEqual([]);
      expect(halfWritten(join(directory, 'out'))).toEqual([]);
      const ids = receiver.attempts.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
}
