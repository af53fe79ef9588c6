import { randomUUID } from 'node:crypto';
import { noopMetricMeter } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { deckEndActivities } from '../../activities/deck-ends';
import type { ActivityDependencies } from '../../activities/perform';
import { BATCH, type BatchResult, batchIdOf } from '../../src/core/batch';
import { PRESENTATION } from '../../src/core/messages';
import { stages } from '../../src/core/stages';
import { listInbox } from '../../src/decks/inbox';
import { countDecks, findDecks, listDecks, searchesProblems } from '../../src/decks/list';
import { Schedules } from '../../src/decks/schedules';
import { deckSources, deckStatuses } from '../../src/decks/words';
import { type DevServer, presentationSearchAttributes, startDevServer } from '../../src/temporal';
import { temporalRelease } from '../../src/temporal/executable-release';
import { savedViews } from '../../src/temporal/saved-views';
import { surveySearchAttributes } from '../../src/temporal/search-attributes';
import { isOlderServer } from '../../src/temporal/server-version';
import { DeckLists } from '../../src/web/deck-list';
import { openWorkflows } from '../../src/worker/open-workflows';
import { startVisibilityPoller } from '../../src/worker/visibility-poller';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { olderExecutable, olderReleases, whyNoOlderServers } from '../setup/older-servers';
import { startBrokenWorker } from './broken-worker';
import { HOSTILE_REVIEWERS, hostileTexts, hostileUids, publishDecks } from './listed-decks';

/** The path that starts a content job. */
const CONTENT = '/api/ai/chat/v2/content';
const noBalance = { kind: 'answer', status: 200, body: '{"code":40007,"data":[],"msg":"no balance"}' } as const;
const unread = { settings: { review: { mode: 'off' } } };
if (whyNoOlderServers !== undefined) process.stderr.write(`Not tested on older servers: ${whyNoOlderServers}.\n`);
const releases = [temporalRelease, ...(whyNoOlderServers === undefined ? olderReleases : [])];
const DAY = 86_400_000;

describe.each(releases)('on server $server', (release) => {
  const reportsProblems = !isOlderServer(release.server, '1.30.0');
  const now = Date.now();
  let server: DevServer;
  let pipeline: Pipeline;
  let published: number;

  beforeAll(async () => {
    const pinned = release === temporalRelease;
    server = await startDevServer({
      executable: pinned ? process.env[TEST_TEMPORAL_EXECUTABLE]! : (await olderExecutable(release)).path,
      headless: true,
      namespaces: ['default', 'service'],
      searchAttributes: presentationSearchAttributes,
      dynamicConfig: reportsProblems ? ['system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=1'] : [],
    });
    pipeline = await startPipeline({ faulty: true, temporalAddress: server.address });
    published = await publishDecks(pipeline.temporal, now);
  });
  afterAll(async () => {
    await pipeline?.close();
    await server?.stop();
  });

  const approve = { revision: 1, decision: 'approve', reviewer: 'ada' };
  /** The short IDs of a list, in order. */
  const shown = (decks: readonly { workflowId: string }[]) =>
    decks.map(({ workflowId }) => workflowId.replace('presentation/', '')).sort();
  const listed = async (query: string, decks: number) => {
    while ((await countDecks(pipeline.temporal, query)) !== decks)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it('is the expected server with all search attributes', async () => {
    const { serverVersion } = await pipeline.temporal.connection.workflowService.getSystemInfo({});
    expect(serverVersion).toBe(release.server);
    expect(await surveySearchAttributes(pipeline.temporal.connection, 'default')).toEqual({ missing: [], wrong: [] });
  });

  it('delivers a deck, and one after its review', async () => {
    const plain = await pipeline.start({ ...unread, uid: 'real', request: 'plain', title: 'Tea' });
    const gated = await pipeline.start({ uid: 'real', request: 'gated', title: 'Coffee' });
    await pipeline.until(gated, ({ stage }) => stage === 'review');
    const refused = gated.executeUpdate('review', { args: [{ ...approve, revision: 9 }] });
    await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining('revision 9') } });
    await gated.executeUpdate('review', { args: [approve] });
    for (const deck of [plain, gated]) expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
  });

  it('parks a deck that cannot be paid, and delivers it after a retry', async () => {
    pipeline.network.strike(CONTENT, noBalance);
    const parked = await pipeline.start({ ...unread, uid: 'real', request: 'parked', title: 'Cocoa' });
    await pipeline.until(parked, ({ attention }) => attention !== undefined);
    await listed("WorkflowId = 'presentation/real/parked' AND PresentationAttention = 'QuotaExhausted'", 1);
    await parked.executeUpdate('resolve', { args: [{ action: 'retry' }] });
    expect(await parked.result()).toMatchObject({ outcome: 'delivered' });
  });

  it('delivers a batch', async () => {
    const batch = `b-${randomUUID().slice(0, 8)}`;
    const items = [1, 2, 3].map((at) => JSON.stringify({ ...unread, uid: 'batch', request: `r${at}`, title: `${at}` }));
    await pipeline.temporal.client.workflow.start(BATCH, {
      taskQueue: pipeline.settings.temporal.taskQueue,
      workflowId: batchIdOf(batch),
      workflowTaskTimeout: '3s',
      args: [{ batch, items: items.join('\n') }],
    });
    const result = (await pipeline.temporal.client.workflow.getHandle(batchIdOf(batch)).result()) as BatchResult;
    expect(result).toMatchObject({ delivered: 3 });
  });

  describe('all saved views', () => {
    beforeAll(async () => {
      await listed("PresentationStage = 'delivered'", 6);
      const stalled = startBrokenWorker(pipeline.temporal, 'broken', 'broken on purpose');
      await pipeline.temporal.client.workflow.start(PRESENTATION, {
        taskQueue: 'broken',
        workflowId: 'presentation/views/stalled',
      });
      if (reportsProblems) await listed('TemporalReportedProblems IS NOT NULL', 1);
      await stalled.stop();
      const bad = { uid: 'views', request: 'bad', title: 'Tea', formats: ['docx' as never] };
      await expect((await pipeline.start(bad)).result()).rejects.toThrow();
      await listed("WorkflowId = 'presentation/views/bad' AND ExecutionStatus = 'Failed'", 1);
    });

    it('are filled, for everyone and for one user', async () => {
      const reportedProblems = await searchesProblems(pipeline.temporal);
      expect(reportedProblems).toBe(reportsProblems);
      const delivered = ['batch/r1', 'batch/r2', 'batch/r3', 'real/gated', 'real/parked', 'real/plain'];
      const reviews = ['views/content', 'views/due', 'views/late', 'views/names', 'views/overdue', 'views/waits'];
      const expected: Record<string, string[]> = {
        waiting: [...reviews.slice(0, 4), 'views/overdue', 'views/parked', 'views/waits'],
        'awaiting-review': reviews,
        'review-overdue': ['views/overdue'],
        'review-ends': ['views/due'],
        'needs-attention': ['views/parked'],
        ...(reportsProblems ? { stalled: ['views/stalled'] } : {}),
        generating: ['views/generates', 'views/outline'],
        exporting: ['views/exports'],
        'failed-today': ['views/bad'],
        'delivered-today': delivered,
      };
      const found: Record<string, string[]> = {};
      for (const { key, query } of savedViews({ overdueAfter: 2 * DAY, reportedProblems, now: new Date(now) })) {
        const decks: { workflowId: string }[] = [];
        for await (const deck of pipeline.temporal.client.workflow.list({ query })) decks.push(deck);
        found[key] = shown(decks);
        expect(await countDecks(pipeline.temporal, query)).toBe(decks.length);
      }
      expect(found).toEqual(expected);
      for (const uid of ['real', ...hostileUids]) {
        for (const { key, query } of savedViews({ uid, overdueAfter: 2 * DAY, reportedProblems, now: new Date(now) })) {
          const own = key === 'user' || key === 'delivered-today' ? (uid === 'real' ? 3 : key === 'user' ? 1 : 0) : 0;
          expect({ uid, key, decks: await countDecks(pipeline.temporal, query) }).toEqual({ uid, key, decks: own });
        }
      }
    });
  });

  it('lists by every filter', async () => {
    const all = { attention: false, limit: 200 };
    const count = async (filter: object) => (await listDecks(pipeline.temporal, { ...all, ...filter })).length;
    expect(await count({})).toBe(published + 8);
    const byStage = await Promise.all(stages.map((stage) => count({ stage })));
    expect(byStage.reduce((sum, decks) => sum + decks)).toBeGreaterThanOrEqual(published + 6);
    const byStatus = await Promise.all(deckStatuses.map((status) => count({ status })));
    expect(byStatus.reduce((sum, decks) => sum + decks)).toBe(published + 8);
    const bySource = await Promise.all(deckSources.map((source) => count({ source })));
    expect(bySource.reduce((sum, decks) => sum + decks)).toBeGreaterThanOrEqual(published + 6);
    expect(await count({ attention: true })).toBe(1);
    expect(await count({ overdueAfter: 2 * DAY })).toBe(1);
    expect(await count({ since: new Date(now - DAY), until: new Date(now + DAY) })).toBe(published + 8);
    expect(await count({ until: new Date(now - DAY) })).toBe(0);
    for (const uid of hostileUids) {
      expect([uid, await count({ uid }), await count({ uid, channel: '' })]).toEqual([uid, 1, 1]);
      expect([uid, await count({ uid, channel: "a%_'\\ 李" })]).toEqual([uid, 0]);
    }
  });

  it('searches for any text', async () => {
    const lists = new DeckLists(pipeline.temporal, pipeline.settings, 'a key for cursors');
    for (const search of [...hostileTexts, ...hostileUids, 'texts/t1']) {
      const wanted = search.toLowerCase();
      const fits = (id: string, title: string) => `${title}\n${id}`.toLowerCase().includes(wanted);
      const { decks } = await findDecks(pipeline.temporal, { attention: false, limit: 200, search });
      const missed = hostileTexts.filter(
        (title, at) => fits(`presentation/texts/t${at}`, title) && !decks.some((deck) => deck.title === title),
      );
      expect({ search, missed }).toEqual({ search, missed: [] });
      // A user's name finds also what neither the title nor the ID contains as a text, but nothing else does.
      expect(decks.filter(({ title = '', workflowId }) => !fits(workflowId, title)).map(({ uid }) => uid)).toEqual([]);
      const page = await lists.list({ search });
      expect(page.decks.filter(({ title, workflowId }) => !fits(workflowId, title))).toEqual([]);
    }
  });

  it('lists the inbox of everyone and of any name', async () => {
    const { items, total } = await listInbox(pipeline.temporal, { limit: 50 });
    expect({ first: items[0]!.workflowId, total }).toEqual({ first: 'presentation/views/due', total: 7 });
    expect(await listInbox(pipeline.temporal, { limit: 2 }, 2)).toEqual({ items: items.slice(0, 2), total });
    for (const reviewer of HOSTILE_REVIEWERS) {
      const own = await listInbox(pipeline.temporal, { limit: 5, reviewer });
      expect({ reviewer, ids: shown(own.items) }).toEqual({ reviewer, ids: ['views/names'] });
    }
    for (const reviewer of ["' OR '1'='1", '%', '', 'x'.repeat(100)]) {
      expect(await listInbox(pipeline.temporal, { limit: 5, reviewer })).toEqual({ items: [], total: 0 });
    }
  });

  it('counts for the review page and for the metrics', async () => {
    const { counts, decks } = await new DeckLists(pipeline.temporal, pipeline.settings, 'key').list({});
    expect(decks).toHaveLength(20);
    expect(Object.fromEntries(counts.map((each) => [each.stage, each.decks]))).toMatchObject({
      review: 4,
      contentReview: 2,
      attention: 1,
      delivered: 6,
    });
    const values = new Map<string, number>();
    const settings = { ...pipeline.settings, temporal: { ...pipeline.settings.temporal, taskQueue: 'nobody' } };
    let poller: ReturnType<typeof startVisibilityPoller> | undefined;
    await new Promise<void>((resolve) => {
      const meter = Object.create(noopMetricMeter);
      meter.createGauge = (name: string) => ({
        set(value: number, labels: Record<string, string> = {}) {
          values.set([name, ...Object.values(labels)].join(' '), value);
          if (name === 'deck_census_timestamp_seconds') resolve();
        },
      });
      poller = startVisibilityPoller({ settings, temporal: pipeline.temporal, meter, log: pino({ level: 'silent' }) });
    });
    await poller?.stop();
    expect(Object.fromEntries(values)).toMatchObject({
      'deck_decks review': 4,
      'deck_decks contentReview': 2,
      'deck_needing_attention QuotaExhausted': 1,
      'deck_reviews_waiting outline': 4,
      deck_reviews_overdue: 1,
    });
    expect(
      await openWorkflows(pipeline.temporal.lists, {
        taskQueue: 'nobody',
        types: ['presentation'],
        query: "PresentationUid = 'a_b'",
      }),
    ).toHaveLength(1);
  });

  it('looks at a hundred decks with one list', async () => {
    const { waitForDecks } = deckEndActivities({ settings: pipeline.settings } as ActivityDependencies);
    const environment = new MockActivityEnvironment({}, { client: pipeline.temporal.client });
    const decks = [...hostileTexts.map((_, at) => `presentation/texts/t${at}`), 'presentation/real/plain'];
    const ended = await environment.run(waitForDecks, { decks, waitMs: 60_000 });
    expect(ended).toEqual(['presentation/real/plain']);
  });

  it('keeps schedules', async () => {
    const schedules = new Schedules(pipeline.temporal, pipeline.settings);
    await schedules.create(
      'weekly-李',
      { everyMs: 7 * DAY, text: 'every 7 days' },
      { uid: 'real', request: 'x', title: "O'Brien" },
    );
    const list = async () => (await schedules.list()).map(({ name, title, paused }) => ({ name, title, paused }));
    while ((await list()).length === 0);
    expect(await list()).toEqual([{ name: 'weekly-李', title: "O'Brien", paused: false }]);
    await schedules.pause('weekly-李', 'a note');
    while (!(await list())[0]!.paused);
    await schedules.delete('weekly-李');
    while ((await list()).length > 0);
  });
});
