import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Context } from '@temporalio/activity';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, type Priority } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { ItemsCall, PrepareBatchCall } from '../../activities/batch';
import type { ReportCall, Reported } from '../../activities/batch-report';
import { settingsSchema } from '../../src/config/settings';
import { BATCH, type BatchProgress, batchIdOf, EXPORT_DESIGN, SCHEDULED } from '../../src/core/batch';
import { PRESENTATION } from '../../src/core/messages';
import { apiQueueOf, streamQueueOf } from '../../src/core/queues';
import { sendUpdate } from '../../src/decks/api/errors';
import type { BatchInput, BatchItem, BatchPlan } from '../../src/decks/input/batch';
import {
  connectTemporal,
  type DevServer,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { quietTemporal } from '../setup/quiet-temporal';

quietTemporal();

/**
 * The shipped workflows with activities that answer at once, on a server that finds 40 events long. Some constants are smaller,
 * as no test waits ten minutes, 300 polls or 500 messages.
 */
const code = () =>
  readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8')
    .replace("CANCEL_PATIENCE = '10m'", "CANCEL_PATIENCE = '2s'")
    .replace('MOST_LOOKS = 300', 'MOST_LOOKS = 2')
    .replace('MOST_EVENTS = 3_300', 'MOST_EVENTS = 300')
    .replace("RETRY_DELAY = '30s'", "RETRY_DELAY = '1s'");
const taskQueue = 'bounds';
const user = 'u1';
const settings = settingsSchema.parse({});
const { retries, timeouts } = settings.workflow;

/** What the activities do, by batch. */
const totals = new Map<string, number>();
const written = new Map<string, number[]>();
const priorities = new Map<string, Priority | undefined>();
/** Workflow ids of decks that no worker runs, until they are taken out. */
const open = new Set<string>();
let reportFails = false;

const activities = {
  async prepareBatch({ input }: PrepareBatchCall): Promise<BatchPlan> {
    const { batch, window = 10, cancelRunning = false } = input as BatchInput;
    if (typeof batch !== 'string') throw ApplicationFailure.nonRetryable('batch: batch must be text', 'InvalidInput');
    return {
      batch,
      items: { sha256: '', bytes: 0, text: '' } as never,
      total: totals.get(batch)!,
      window,
      onError: 'continue',
      cancelRunning,
      slice: 1000,
      report: { csv: batch, jsonl: batch },
      settings: { retries: { ...retries, default: { ...retries.default, attempts: 1 } }, timeouts },
    };
  },
  async readBatchItems({ from, count }: ItemsCall): Promise<{ items: BatchItem[] }> {
    const { workflowId } = Context.current().info.workflowExecution!;
    const batch = workflowId.slice('batch/'.length);
    const lines = Array.from({ length: Math.min(count, totals.get(batch)! - from) }, (_, index) => from + index + 1);
    const uid = batch.startsWith('long') ? '長'.repeat(100) : user;
    return {
      items: lines.map((line) => ({ line, title: 'T', input: { uid, request: `${batch}-${line}`, title: 'T' } })),
    };
  },
  async reportDecks({ report, at, decks }: ReportCall): Promise<Reported> {
    if (reportFails) throw new Error('the disk is full');
    const running = decks.map(({ workflowId }) => workflowId).filter((id) => open.has(id));
    if (running.length > 0) return { end: at, running, outcomes: [], failures: [] };
    // At its position, as a run that continues as new leaves a report that its next run makes again.
    const before = (written.get(report.csv) ?? []).slice(0, at.csv);
    written.set(report.csv, [...before, ...decks.map(({ line }) => line)]);
    const end = { csv: at.csv + decks.length, jsonl: at.jsonl + decks.length };
    return { end, running, outcomes: decks.map(() => 'failed'), failures: [] };
  },
  async waitForDecks({ decks }: { decks: string[] }) {
    await pause(200);
    return decks.filter((id) => !open.has(id));
  },
  async waitForDeck({ deck }: { deck: string }) {
    await pause(200);
    return open.has(deck) ? null : { result: { uid: user, request: deck.split('/')[2]!, files: [], designId: 7 } };
  },
  /** Decks end at their first step: most of these tests are about the batch around them. */
  async preparePresentation({ uid, request }: { uid: string; request: string }) {
    const { info } = Context.current();
    priorities.set(`${uid}/${request}`, info.priority);
    throw ApplicationFailure.nonRetryable('invalid input', 'InvalidInput');
  },
};

let server: DevServer;
let temporal: TemporalConnection;
let client: Client;
let workers: Worker[];
let ended: Promise<unknown>;
beforeAll(async () => {
  server = await startDevServer({
    executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
    headless: true,
    namespaces: ['default'],
    searchAttributes: presentationSearchAttributes,
    dynamicConfig: ['limit.historyCount.suggestContinueAsNew=40'],
  });
  temporal = await connectTemporal(settingsSchema.parse({ temporal: { mode: 'existing', address: server.address } }));
  client = temporal.client;
  const connection = await temporal.native();
  const changed = code();
  expect(changed).toContain("CANCEL_PATIENCE = '2s'");
  expect(changed).toContain('MOST_LOOKS = 2');
  expect(changed).toContain('MOST_EVENTS = 300');
  workers = await Promise.all([
    Worker.create({ connection, taskQueue, workflowBundle: { code: changed } }),
    ...[apiQueueOf(taskQueue), streamQueueOf(taskQueue)].map((queue) =>
      Worker.create({ connection, taskQueue: queue, activities, shutdownGraceTime: '1s' }),
    ),
  ]);
  ended = Promise.all(workers.map((worker) => worker.run()));
});
afterEach(() => {
  open.clear();
  reportFails = false;
});
afterAll(async () => {
  for (const worker of workers) worker.shutdown();
  await ended;
  await temporal.close();
  await server.stop();
});

const fresh = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(batch: string, total: number, input: Partial<BatchInput> = {}): Promise<WorkflowHandle> {
  totals.set(batch, total);
  await client.workflow.start(BATCH, {
    taskQueue,
    workflowId: batchIdOf(batch),
    args: [{ batch, items: '-', ...input }],
  });
  return client.workflow.getHandle(batchIdOf(batch));
}

async function until(handle: WorkflowHandle, fits: (progress: BatchProgress) => boolean): Promise<BatchProgress> {
  for (;;) {
    const progress = await handle.query<BatchProgress>('progress');
    if (fits(progress)) return progress;
    await pause(100);
  }
}

/** As the product sends it: on a busy machine, the server may end a workflow task in which an update was. */
const update = (handle: WorkflowHandle, name: string, value: unknown) =>
  sendUpdate(handle, name, value as object, Date.now() + 60_000);

/** An existing deck that no worker runs. */
async function occupied(request: string): Promise<string> {
  const workflowId = `presentation/${user}/${request}`;
  await client.workflow.start(PRESENTATION, { taskQueue: 'nobody', workflowId });
  open.add(workflowId);
  return workflowId;
}

it('a run does not end because the server suggests it, which its replay may see otherwise', async () => {
  const batch = fresh('suggested');
  const handle = await start(batch, 8, { window: 3 });
  const { runId } = await handle.describe();
  expect(await handle.result()).toMatchObject({ outcome: 'finished', failed: 8 });
  const { runId: last, historyLength } = await handle.describe();
  expect(historyLength).toBeGreaterThan(40);
  expect(last).toBe(runId);
  const histories = [{ workflowId: handle.workflowId, history: await handle.fetchHistory() }];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: { code: code() } }, histories)) {
    expect(error).toBeUndefined();
  }
});

it('a flood of messages continues the run as a new one, which has taken in all of them', async () => {
  const batch = fresh('flood');
  const handle = await start(batch, 1);
  await update(handle, 'pause', { by: 'ada' });
  await until(handle, ({ window }) => window > 0);
  const { runId } = await handle.describe();
  for (let window = 11; window <= 70; window += 1) await update(handle, 'setWindow', { window });
  await update(handle, 'resume', {});
  expect(await handle.result()).toMatchObject({ outcome: 'finished', failed: 1 });
  expect((await handle.describe()).runId).not.toBe(runId);
  expect(await handle.query<BatchProgress>('progress')).toMatchObject({ window: 70, problems: [] });
});

describe('a message that does not fit', () => {
  it.each<[string, unknown, string]>([
    ['pause', [], 'send one object'],
    ['pause', Array.from({ length: 900_000 }, () => 0), 'send one object'],
    ['pause', new Uint8Array([1, 2]), 'send one object'],
    ['setWindow', JSON.parse('{"__proto__": 1, "window": {"toString": 1}}'), 'window must be'],
    ['cancelRunning', { cancelRunning: 'yes' }, 'cancelRunning must be'],
    ['pause', { note: 'x'.repeat(200_000) }, 'send one object'],
    ['pause', { comment: ' '.repeat(200_000) }, 'comment is longer than 500 characters'],
  ])('%s is refused and nothing else', async (name, value, problem) => {
    const handle = await start(fresh('message'), 1, { window: 1 });
    for (const nobodys of ['an unknown signal', '__temporal_nothing']) await handle.signal(nobodys, { a: 1 });
    await expect(update(handle, name, value)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(problem) },
    });
    expect(await handle.result()).toMatchObject({ outcome: 'finished' });
  });

  it('a start whose key is not text is refused instead of tried forever', async () => {
    const workflowId = fresh('batch/wrong');
    const started = client.workflow.execute(BATCH, { taskQueue, workflowId, args: [{ batch: { toString: 1 } }] });
    await expect(started).rejects.toMatchObject({ cause: { type: 'InvalidInput' } });
  });

  it.each<[string, unknown[]]>([
    [SCHEDULED, []],
    [SCHEDULED, [{ schedule: 'x', input: { uid: 'x'.repeat(3000), title: 'x' } }]],
    [EXPORT_DESIGN, [{ uid: 'x'.repeat(3000), request: 'r', designId: 1, formats: ['pdf'] }]],
    [EXPORT_DESIGN, [{ uid: 'u', request: 'r', designId: 1, formats: ['pdf'], name: 5 }]],
  ])('%s with an input of the wrong shape is refused', async (type, args) => {
    const workflowId = `${fresh('wrong')}-2026-01-05T08:00:00Z`;
    await expect(client.workflow.execute(type, { taskQueue, workflowId, args })).rejects.toMatchObject({
      cause: { type: 'InvalidInput' },
    });
  });
});

it('120 decks end while the report cannot be written: the next run has all of them, and none is lost', async () => {
  const batch = fresh('rows');
  const lines = Array.from({ length: 120 }, (_, index) => index + 1);
  for (let from = 0; from < 120; from += 20) {
    await Promise.all(lines.slice(from, from + 20).map((line) => occupied(`${batch}-${line}`)));
  }
  reportFails = true;
  const handle = await start(batch, 140, { window: 120 });
  const { runId } = await handle.describe();
  await until(handle, ({ running }) => running === 120);
  open.clear();
  for (let window = 100; window < 160; window += 1) await update(handle, 'setWindow', { window: 120 });
  while ((await handle.describe()).runId === runId) await pause(100);
  const { events } = await handle.fetchHistory();
  const carried = events![0]!.workflowExecutionStartedEventAttributes!.input!.payloads![0]!.data!;
  expect(carried.length).toBeLessThan(60_000);
  reportFails = false;
  expect(await handle.result()).toMatchObject({ outcome: 'finished', existing: 120, started: 20, failed: 140 });
  expect(written.get(batch)!.sort((one, other) => one - other)).toEqual([
    ...lines,
    ...lines.slice(0, 20).map((at) => 120 + at),
  ]);
});

it('a cancelled batch does not wait forever for a deck that stands still, and names it', async () => {
  const batch = fresh('frozen');
  const workflowId = await occupied(`${batch}-1`);
  const handle = await start(batch, 1, { cancelRunning: true });
  await until(handle, ({ running }) => running === 1);
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  expect(await handle.query<BatchProgress>('progress')).toMatchObject({
    state: 'cancelled',
    decks: [{ workflowId }],
    problems: [`still running 2s after they were cancelled: ${workflowId}`],
  });
});

it('decks of a batch queue behind those of people, and are found by their user from the start', async () => {
  const batch = fresh('long');
  await (await start(batch, 1)).result();
  const uid = '長'.repeat(100);
  const { events } = await client.workflow.getHandle(`presentation/${uid}/${batch}-1`).fetchHistory();
  const started = events![0]!.workflowExecutionStartedEventAttributes!;
  expect(started.priority).toMatchObject({ priorityKey: 4, fairnessKey: '長'.repeat(16) });
  const fields = started.searchAttributes!.indexedFields!;
  const values = Object.entries(fields).map(([name, { data }]) => [name, JSON.parse(Buffer.from(data!).toString())]);
  expect(Object.fromEntries(values)).toMatchObject({
    PresentationStage: 'prepare',
    PresentationUid: uid,
    PresentationSource: 'title',
  });
  expect(priorities.get(`${uid}/${batch}-1`)).toMatchObject({ priorityKey: 4, fairnessKey: '長'.repeat(16) });
});

it('an export that waits long for its deck continues in a new history', async () => {
  const request = fresh('export');
  const deck = await occupied(request);
  const workflowId = fresh('export-design');
  const input = { uid: user, request, designId: 7, formats: ['pdf'] };
  const handle = await client.workflow.start(EXPORT_DESIGN, { taskQueue, workflowId, args: [input] });
  while ((await client.workflow.getHandle(workflowId).describe()).runId === handle.firstExecutionRunId)
    await pause(100);
  open.delete(deck);
  expect(await handle.result()).toMatchObject({ designId: 7, workflowId: deck });
});
