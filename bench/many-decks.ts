import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noopMetricMeter } from '@temporalio/common';
import { pino } from 'pino';
import { deckChecks } from '../src/cli/checks/deck-checks';
import { type Settings, settingsSchema } from '../src/config/settings';
import { listInbox } from '../src/decks/inbox';
import { countDecks, findDecks, listDecks } from '../src/decks/list';
import { DeckLists } from '../src/review/deck-list';
import {
  connectTemporal,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../src/temporal';
import { savedViews } from '../src/temporal/saved-views';
import { openWorkflows } from '../src/worker/open-workflows';
import { startVisibilityPoller } from '../src/worker/visibility-poller';
import { measurePairs, type Paired } from './pairs';
import { startPattern, writeDecks } from './visibility-rows';

const OPEN = 10_000;
const CLOSED = 100_000;
const BOUND_S = 1;
const DAY_MS = 86_400_000;

/** Everything that reads lists of decks, with 10,000 open and 100,000 closed ones in a visibility store on disk. */
export async function manyDecks(): Promise<Paired[]> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-bench-'));
  const { path: executable } = await findTemporalExecutable();
  const dbFile = join(directory, 'temporal.db');
  const startServer = () =>
    startDevServer({
      executable,
      headless: true,
      dbFile,
      namespaces: ['default', 'service'],
      searchAttributes: presentationSearchAttributes,
    });
  const settingsOf = (address: string) => settingsSchema.parse({ temporal: { mode: 'existing', address } });
  let server = await startServer();
  try {
    const first = await connectTemporal(settingsOf(server.address));
    await startPattern(first, settingsOf(server.address).temporal.taskQueue);
    await first.close();
    await server.stop();
    writeDecks(dbFile, { open: OPEN, closed: CLOSED });
    server = await startServer();
    const settings = settingsOf(server.address);
    const temporal = await connectTemporal(settings);
    try {
      const results: Paired[] = [];
      for (const [name, read] of Object.entries(readers(temporal, settings))) {
        results.push(await measured(name, read));
      }
      return results;
    } finally {
      await temporal.close();
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function measured(name: string, read: () => Promise<unknown>): Promise<Paired> {
  const seconds = async () => {
    const began = performance.now();
    await read();
    return (performance.now() - began) / 1000;
  };
  return measurePairs(
    { name: `${name}, ${OPEN} open and ${CLOSED} closed decks / ${BOUND_S} s`, target: '≤ 1', unit: 's' },
    { ours: seconds, other: async () => BOUND_S },
    { pairs: 5 },
  );
}

function readers(temporal: TemporalConnection, settings: Settings): Record<string, () => Promise<unknown>> {
  const page = { attention: false, limit: 20 };
  // Each has empty caches.
  const lists = () => new DeckLists(temporal, settings, 'bench');
  const views = savedViews({ overdueAfter: DAY_MS });
  return {
    'deck list': async () => must(20, await listDecks(temporal, page)),
    'deck list --status delivered': async () => must(20, await listDecks(temporal, { ...page, status: 'delivered' })),
    'deck list --overdue': async () => must(20, await listDecks(temporal, { ...page, overdueAfter: DAY_MS })),
    'deck list --search of a title that no deck has': async () => {
      const { searched } = await findDecks(temporal, { ...page, search: 'no such deck' });
      if (searched === undefined) throw new Error('all decks were searched');
    },
    'deck list --views': async () => {
      for (const { query } of views) await countDecks(temporal, query);
    },
    'deck inbox': async () => must(50, (await listInbox(temporal, { limit: 50 })).items),
    'page of decks with the counts of all stages': async () => must(50, (await lists().list({})).decks),
    'page of decks, search of a title that no deck has': () => lists().list({ search: 'no such deck' }),
    'checks of open decks in deck doctor': () => deckChecks(temporal),
    'census of the metrics': () => census(temporal, settings),
    'list of all open decks for deck move --all': async () =>
      must(OPEN, await openWorkflows(temporal.lists, { taskQueue: settings.temporal.taskQueue })),
  };
}

function must(count: number, { length }: readonly unknown[]): void {
  if (length !== count) throw new Error(`listed ${length} decks instead of ${count}`);
}

/** One poll of the counts that the metrics show. */
async function census(temporal: TemporalConnection, settings: Settings): Promise<void> {
  let poller: ReturnType<typeof startVisibilityPoller> | undefined;
  let oldest = 0;
  await new Promise<void>((resolve) => {
    const meter = Object.assign(Object.create(noopMetricMeter), {
      createGauge: (name: string) => ({
        set(value: number) {
          if (name === 'deck_review_oldest_seconds') oldest = value;
          if (name === 'deck_census_timestamp_seconds') resolve();
        },
      }),
    });
    poller = startVisibilityPoller({ settings, temporal, meter, log: pino({ level: 'silent' }) });
  });
  await poller?.stop();
  // The oldest was started a week ago, less a ten-thousandth.
  if (oldest < 6.9 * 86_400) throw new Error(`the oldest review was ${oldest} s old`);
}
