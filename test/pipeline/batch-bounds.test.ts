import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Context } from '@temporalio/activity';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, type Priority } from '@temporalio/common';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { ItemsCall, PrepareBatchCall } from '../../activities/batch';
import type { ReportCall } from '../../activities/batch-report';
import type { LookCall, SeenDeck } from '../../activities/look-at-decks';
import { settingsSchema } from '../../src/config/settings';
import { withEveryRetryClass } from '../../src/config/workflow-settings';
import { BATCH, type BatchProgress, type BatchRow, batchIdOf, EXPORT_DESIGN, SCHEDULED } from '../../src/core/batch';
import { PRESENTATION } from '../../src/core/messages';
import { apiQueueOf, streamQueueOf } from '../../src/core/queues';
import type { BatchInput, BatchItem, BatchPlan } from '../../src/input/batch';
import {
  connectTemporal,
  type DevServer,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

// Failing activities are what some of these tests are about; the SDK would print each.
Runtime.install({ logger: new DefaultLogger('ERROR') });

/**
 * The shipped workflows with activities that answer at once, on a server that finds 40 events long. Two constants are smaller, as
 * no test waits ten minutes or 300 polls.
 */
const code = () =>
  readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8')
    .replace("CANCEL_PATIENCE = '10m'", "CANCEL_PATIENCE = '2s'")
    .replace('MOST_LOOKS = 300', 'MOST_LOOKS = 2');
const taskQueue = 'bounds';
const user = 'u1';
const settings = settingsSchema.parse({});
const { retries, timeouts } = settings.workflow;

/** What the activities do, by batch. */
const totals = new Map<string, number>();
const written = new Map<string, BatchRow[]>();
const priorities = new Map<string, Priority | undefined>();
let looks: (call: LookCall) => Promise<SeenDeck[]> = async () => [];
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
      settings: { retries: { ...withEveryRetryClass(retries), write: { ...retries.default, attempts: 1 } }, timeouts },
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
  async reportDecks({ report, at, rows }: ReportCall) {
    if (reportFails) throw new Error('the disk is full');
    written.set(report.csv, [...(written.get(report.csv) ?? []), ...rows]);
    return { csv: at.csv + rows.length, jsonl: at.jsonl + rows.length };
  },
  lookAtDecks: async (call: LookCall) => ({ decks: await looks(call) }),
  /** Decks end at their first step: most of these tests are about the batch around them. */
  async preparePresentation({ uid, request }: { uid: string; request: string }) {
    const { info } = Context.current();
    priorities.set(`${uid}/${request}`, info.priority);
    throw ApplicationFailure.nonRetryable('invalid input', 'InvalidInput');
  },
};

/** Fails in the workflow task, so that the step is put on a queue, with the priority of its deck. */
async function toQueue() {
  throw new Error('not here');
}

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
  workers = await Promise.all([
    Worker.create({
      connection,
      taskQueue,
      workflowBundle: { code: changed },
      activities: { preparePresentation: toQueue },
    }),
    ...[apiQueueOf(taskQueue), streamQueueOf(taskQueue)].map((queue) =>
      Worker.create({ connection, taskQueue: queue, activities, shutdownGraceTime: '1s' }),
    ),
  ]);
  ended = Promise.all(workers.map((worker) => worker.run()));
});
afterEach(() => {
  looks = async () => [];
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

/** An existing deck that no worker runs. */
const occupied = (batch: string, line: number) =>
  client.workflow.start(PRESENTATION, { taskQueue: 'nobody', workflowId: `presentation/${user}/${batch}-${line}` });

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
  await handle.signal('pause', { by: 'ada' });
  await until(handle, ({ window }) => window > 0);
  const { runId } = await handle.describe();
  // 200 KB each: long messages count for more than short ones.
  const flood = { note: 'x'.repeat(200_000) };
  for (let window = 11; window <= 50; window += 1) await handle.signal('setWindow', { window, ...flood });
  await handle.signal('resume', {});
  expect(await handle.result()).toMatchObject({ outcome: 'finished', failed: 1 });
  expect((await handle.describe()).runId).not.toBe(runId);
  expect(await handle.query<BatchProgress>('progress')).toMatchObject({ window: 50, problems: [] });
  const first = await client.workflow.getHandle(handle.workflowId, runId).describe();
  expect(first.status.name).toBe('CONTINUED_AS_NEW');
  expect(first.historySize).toBeLessThan(12_000_000);
});

describe('a message that does not fit', () => {
  it.each<[string, unknown, string]>([
    ['pause', [], 'signal pause: send one object'],
    ['pause', Array.from({ length: 900_000 }, () => 0), 'signal pause: send one object'],
    ['pause', new Uint8Array([1, 2]), 'signal pause: send one object'],
    ['setWindow', JSON.parse('{"__proto__": 1, "window": {"toString": 1}}'), 'signal setWindow: window must be'],
    ['cancelRunning', { cancelRunning: 'yes' }, 'signal cancelRunning: cancelRunning must be'],
  ])('%s is a problem and nothing else', async (name, value, problem) => {
    const handle = await start(fresh('message'), 1, { window: 1 });
    await handle.signal('pause', { by: 'ada' });
    for (const nobodys of ['an unknown signal', '__temporal_nothing']) await handle.signal(nobodys, { a: 1 });
    await handle.signal(name, value);
    const told = await until(handle, ({ problems }) => problems.length > 0);
    expect(told.problems[0]).toContain(problem);
    await handle.signal('resume');
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

it('120 decks with the longest ends fit the next run while the report cannot be written; none is lost', async () => {
  const batch = fresh('rows');
  const lines = Array.from({ length: 120 }, (_, index) => index + 1);
  for (let from = 0; from < 120; from += 20) {
    await Promise.all(lines.slice(from, from + 20).map((line) => occupied(batch, line)));
  }
  reportFails = true;
  const long = '字'.repeat(2000);
  looks = async ({ decks }) =>
    decks.slice(0, 20).map(({ workflowId }) => ({
      workflowId,
      result: {
        outcome: 'delivered',
        files: [{ path: `/srv/${long.slice(0, 500)}` }, { path: `/srv/${long}` }],
        paidCalls: { saveDesign: 1 },
        problems: Array.from({ length: 10 }, () => ({ stage: 'design', type: 'X', message: long })),
        possibleDuplicates: [],
      } as never,
    }));
  const handle = await start(batch, 120, { window: 200 });
  await until(handle, ({ running, delivered }) => running === 0 && delivered > 0);
  const { runId } = await handle.describe();
  const flood = { window: 200, note: 'x'.repeat(500_000) };
  for (let sent = 0; sent < 16; sent += 1) await handle.signal('setWindow', flood);
  for (;;) {
    if ((await handle.describe()).runId !== runId) break;
    await pause(100);
  }
  reportFails = false;
  const { events } = await handle.fetchHistory();
  const carried = events![0]!.workflowExecutionStartedEventAttributes!.input!.payloads![0]!.data!;
  expect(carried.length).toBeGreaterThan(200_000);
  expect(carried.length).toBeLessThan(1_600_000);
  expect(await handle.result()).toMatchObject({ outcome: 'finished', delivered: 120 });
  const rows = written.get(batch)!;
  expect(rows.map(({ line }) => line).sort((one, other) => one - other)).toEqual(lines);
  for (const row of rows) expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(6_000);
  expect(rows[0]).toMatchObject({
    files: [`/srv/${long.slice(0, 500)}`],
    problems: expect.arrayContaining(['left out for length: 1 file, 8 problems; the deck itself has them']),
  });
});

it('a cancelled batch does not wait forever for a deck that stands still, and names it', async () => {
  const batch = fresh('frozen');
  await occupied(batch, 1);
  looks = async () => {
    await pause(500);
    return [];
  };
  const handle = await start(batch, 1, { cancelRunning: true });
  await until(handle, ({ running }) => running === 1);
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  const workflowId = `presentation/${user}/${batch}-1`;
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
  await client.workflow.start(PRESENTATION, { taskQueue: 'nobody', workflowId: `presentation/${user}/${request}` });
  let asked = 0;
  looks = async ({ decks }) => {
    asked += 1;
    if (asked < 6) return [];
    const result = { uid: user, request, files: [], problems: [], designId: 7 } as never;
    return decks.map(({ workflowId }) => ({ workflowId, result }));
  };
  const workflowId = fresh('export-design');
  const input = { uid: user, request, designId: 7, formats: ['pdf'] };
  const handle = await client.workflow.start(EXPORT_DESIGN, { taskQueue, workflowId, args: [input] });
  expect(await handle.result()).toMatchObject({ designId: 7, workflowId: `presentation/${user}/${request}` });
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  expect(runId).not.toBe(handle.firstExecutionRunId);
});
