import type { WorkflowExecutionInfo } from '@temporalio/client';
import { noopMetricMeter } from '@temporalio/common';
import { pino } from 'pino';
import { forEachLimit } from '../../src/base/io/for-each-limit';
import { settingsSchema } from '../../src/config';
import { PRESENTATION } from '../../src/core/messages';
import { PresentationStage, PresentationUid } from '../../src/core/search-attributes';
import { findDecks, warningsOf } from '../../src/decks/list';
import {
  connectTemporal,
  type DevServer,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';
import { startVisibilityPoller } from '../../src/worker/visibility-poller';

/** More than the census reads. */
const DECKS = 260;
let server: DevServer;
let temporal: TemporalConnection;
let oldest: number;

/** No worker runs, so the decks stay in review. */
async function start(uid: string, request: string): Promise<void> {
  await temporal.client.workflow.start(PRESENTATION, {
    taskQueue: 'presentation',
    workflowId: `presentation/${uid}/${request}`,
    memo: { title: `Deck ${request}` },
    typedSearchAttributes: [
      { key: PresentationUid, value: uid },
      { key: PresentationStage, value: 'review' },
    ],
  });
}

const listed = async () => (await temporal.client.workflow.count(`WorkflowType = '${PRESENTATION}'`)).count;

beforeAll(async () => {
  const { path: executable } = await findTemporalExecutable();
  server = await startDevServer({
    executable,
    headless: true,
    namespaces: ['default'],
    searchAttributes: presentationSearchAttributes,
  });
  temporal = await connectTemporal(settingsSchema.parse({ temporal: { mode: 'existing', address: server.address } }));
  await start('ann', 'first');
  oldest = (await temporal.client.workflow.getHandle('presentation/ann/first').describe()).startTime.getTime();
  // The search in time does not tell times apart that are less than a second apart.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await forEachLimit(
    Array.from({ length: DECKS - 1 }, (_, at) => at),
    20,
    (at) => start(`u${at % 3}`, `${at}`),
  );
  while ((await listed()) < DECKS);
});
afterAll(async () => {
  await temporal.close();
  await server.stop();
});

describe('the census of many decks', () => {
  it('finds the oldest review without listing all', async () => {
    const settings = settingsSchema.parse({});
    const values = new Map<string, number>();
    let rows = 0;
    let counts = 0;
    const workflow = Object.create(temporal.lists.workflow);
    workflow.list = async function* (options: object): AsyncGenerator<WorkflowExecutionInfo> {
      for await (const info of temporal.lists.workflow.list(options)) {
        rows += 1;
        yield info;
      }
    };
    workflow.count = (query: string) => {
      counts += 1;
      return temporal.lists.workflow.count(query);
    };
    const lists = Object.create(temporal.lists, { workflow: { value: workflow } });
    const before = Date.now();
    const taken = new Promise<void>((resolve) => {
      const meter = Object.create(noopMetricMeter);
      meter.createGauge = (name: string) => ({
        set(value: number, labels: Record<string, string> = {}) {
          values.set([name, ...Object.values(labels)].join(' '), value);
          if (name === 'deck_census_timestamp_seconds') resolve();
        },
      });
      const { connection } = temporal;
      poller = startVisibilityPoller({
        settings,
        temporal: { connection, lists },
        meter,
        log: pino({ level: 'silent' }),
      });
    });
    await taken;
    const age = Date.now() / 1000 - oldest / 1000;
    await poller?.stop();
    expect(values.get('deck_decks review')).toBe(DECKS);
    expect(values.get('deck_decks contentReview')).toBe(0);
    expect(values.get('deck_needing_attention QuotaExhausted')).toBe(0);
    expect(values.get('deck_reviews_waiting outline')).toBe(DECKS);
    // One for all decks and one for the only stage that has some, not one for each stage and failure type.
    expect(counts).toBeLessThan(35);
    const found = values.get('deck_review_oldest_seconds')!;
    expect(found).toBeLessThanOrEqual(age);
    // The others are at least 1.5 s younger, which shows unless the machine is slow.
    expect(found).toBeGreaterThanOrEqual(before / 1000 - oldest / 1000);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(200);
  });
  let poller: ReturnType<typeof startVisibilityPoller> | undefined;
});

describe('a search among many decks', () => {
  const search = async (text: string, more: { uid?: string; limit?: number } = {}) => {
    const found = await findDecks(
      temporal,
      { attention: false, limit: 5, search: text, ...more },
      { page: 10, most: 40 },
    );
    return {
      ids: found.decks.map(({ workflowId }) => workflowId.slice('presentation/'.length)),
      searched: found.searched,
    };
  };

  it('says when older decks were not searched', async () => {
    const found = await search('deck first');
    expect(found).toEqual({ ids: [], searched: 40 });
    expect(warningsOf({ decks: [], searched: 40 })).toEqual([
      expect.stringMatching(/^Only the newest 40 decks were searched/),
    ]);
    expect(warningsOf({ decks: [] })).toEqual([]);
  });

  it('finds old decks by their user and by the start of their ID', async () => {
    expect((await search('ann')).ids).toEqual(['ann/first']);
    expect((await search('ann/fi')).ids).toEqual(['ann/first']);
    expect((await search('presentation/ann/first')).ids).toEqual(['ann/first']);
    expect(await search('firs', { uid: 'ann' })).toEqual({ ids: ['ann/first'], searched: undefined });
  });

  it('lists each deck once, newest first, and stops at the limit', async () => {
    const { ids } = await search('u1', { limit: 100 });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(86);
    const starts = await Promise.all(
      ids
        .slice(0, 20)
        .map(async (id) => (await temporal.client.workflow.getHandle(`presentation/${id}`).describe()).startTime),
    );
    expect(starts).toEqual([...starts].sort((one, other) => other.getTime() - one.getTime()));
    expect((await search('u1', { limit: 7 })).ids).toEqual(ids.slice(0, 7));
  });
});
