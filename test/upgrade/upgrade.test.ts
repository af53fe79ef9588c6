import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/io/package-root';
import { halfWritten } from '../faults/checker';
import { listenForWebhooks, type WebhookListener } from '../notifications/webhook-listener';
import type { Pace } from './case';
import { cases } from './cases';
import { Installation } from './installation';
import { keep, keptNames, unpack } from './kept';

jest.setTimeout(120_000);

/**
 * Installations of released versions, each stopped while decks were open, kept as they were on the disk. Today's version
 * takes them over in place. DECK_RECORD_INSTALLATION=1 keeps one of the version that package.json names.
 */
const RELEASED = 'deck-';
const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
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
  const nobody = { url: 'http://127.0.0.1:1/', secret: `whsec_${Buffer.alloc(32).toString('base64')}` };
  const kept = Installation.create(directory, nobody);
  const facts: Facts = {};
  for (const [pace, settings] of Object.entries(paces)) {
    kept.configure(settings);
    await kept.start();
    try {
      for (const [name, one] of Object.entries(cases)) if (one.pace === pace) facts[name] = await one.bring(kept);
    } finally {
      await kept.stop();
    }
  }
  writeFileSync(join(directory, FACTS), JSON.stringify(facts, null, 2));
}

if (process.platform !== 'linux') {
  it.skip('not run: the folders of the kept installations are named by /proc, which this system does not have', () => {});
} else if (process.env.DECK_RECORD_INSTALLATION !== undefined) {
  it(`keeps an installation of ${version}`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-kept-'));
    await record(directory);
    keep(RELEASED + version, directory);
    expect(keptNames(RELEASED)).toContain(RELEASED + version);
    rmSync(directory, { recursive: true });
  }, 600_000);
} else {
  it('the first released version is kept', () => expect(keptNames(RELEASED)).toContain('deck-0.1.0'));

  describe.each(keptNames(RELEASED))('an installation of %s', (name) => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-upgrade-'));
    unpack(name, directory);
    const facts = JSON.parse(readFileSync(join(directory, FACTS), 'utf8')) as Facts;
    let receiver: WebhookListener;
    let installation: Installation;

    beforeAll(async () => {
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
