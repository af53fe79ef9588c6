import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { batchReportActivities, type Reported, type ReportedDeck, writeRows } from '../../activities/batch-report';
import type { ActivityDependencies } from '../../activities/perform';
import {
  BATCH,
  type BatchProgress,
  type BatchResult,
  type BatchRow,
  batchIdOf,
  EXPORT_DESIGN,
  type ExportDesignInput,
  type ExportDesignResult,
  SCHEDULED,
  type ScheduledResult,
} from '../../src/core/batch';
import type { BatchInput } from '../../src/decks/input/batch';
import { readCsv } from '../../src/decks/input/csv';
import type { PresentationInput } from '../../src/decks/input/input';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ settings: { workflow: { review: { mode: 'off' } } } });
});
afterAll(() => pipeline.close());

type Item = Partial<PresentationInput>;
type BatchHandle = WorkflowHandle<(input: BatchInput) => Promise<BatchResult>>;

const fresh = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const jsonl = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).join('\n');
const titled = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ title: `Deck ${index + 1}` }));

async function start(input: Omit<BatchInput, 'items'> & { items: readonly Item[] | string }): Promise<BatchHandle> {
  const { items } = input;
  await pipeline.temporal.client.workflow.start(BATCH, {
    taskQueue: pipeline.settings.temporal.taskQueue,
    workflowId: batchIdOf(input.batch),
    workflowTaskTimeout: '3s',
    args: [{ ...input, items: typeof items === 'string' ? items : jsonl(items) }],
  });
  // Always the newest run: a batch may continue its history.
  return pipeline.temporal.client.workflow.getHandle(batchIdOf(input.batch));
}

async function until(handle: BatchHandle, fits: (progress: BatchProgress) => boolean): Promise<BatchProgress> {
  for (;;) {
    const progress = await handle.query<BatchProgress>('progress');
    if (fits(progress)) return progress;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const rowsOf = ({ report }: BatchResult): BatchRow[] =>
  readFileSync(report.jsonl, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchRow);

const byLine = (rows: BatchRow[]) => [...rows].sort((one, other) => one.line - other.line);
const update = (handle: BatchHandle, name: string, message: object) =>
  handle.executeUpdate<{ message: string }, [object]>(name, { args: [message] });
const recordsOf = (uid: string) => pipeline.records({ workflowId: `presentation/${uid}/x` } as never);
const workflow = (id: string) => pipeline.temporal.client.workflow.getHandle(id);
const waiting = { settings: { review: { mode: 'required' } } };
const approve = (id: string) =>
  workflow(id).executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
const inReview = (id: string) => pipeline.until(workflow(id) as never, ({ stage }) => stage === 'review');

describe('a batch of twelve decks, three at once, of which one fails and one is rejected by a rule', () => {
  const batch = fresh('twelve');
  const uid = fresh('user');
  const items = titled(12);
  items[3] = { title: 'Deck 4', template: { color: 'no such color' } };
  items[7] = {
    title: 'Deck 8',
    settings: { review: { mode: 'required', deadline: '100ms', onDeadline: 'reject', reminders: [] } },
  };
  let first: BatchResult;

  it('carries the others to their files, also when the worker is stopped in the middle', async () => {
    const handle = await start({ batch, uid, items, window: 3 });
    const middle = await until(handle, ({ delivered }) => delivered >= 2);
    expect(middle.running).toBeLessThanOrEqual(3);
    expect(middle.started).toBeLessThan(12);
    await pipeline.stopWorker();
    await pipeline.startWorker();
    first = await handle.result();
    expect(first).toEqual({
      outcome: 'finished',
      batch,
      total: 12,
      started: 12,
      existing: 0,
      delivered: 10,
      rejected: 1,
      failed: 1,
      cancelled: 0,
      notStarted: 0,
      report: { csv: expect.any(String), jsonl: expect.any(String) },
    });
    expect(recordsOf(uid)).toMatchObject({ designs: 10, exports: 10 });
  });

  it('writes down each deck once: files, design, paid calls and why it was not delivered', () => {
    const rows = byLine(rowsOf(first));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(rows[0]).toEqual({
      line: 1,
      uid,
      request: `${batch}-1`,
      workflowId: `presentation/${uid}/${batch}-1`,
      title: 'Deck 1',
      outcome: 'delivered',
      existing: false,
      files: [expect.stringMatching(/Deck 1 \(frame\)\.pptx$/)],
      designId: expect.any(Number),
      paidCalls: { createTask: 1, streamOutline: 1, startContent: 1, saveDesign: 1, startExport: 1 },
      problems: [expect.stringMatching(/^content Frame: The deck is a frame: 14 prompts /)],
      possibleDuplicates: [],
    });
    expect(rows[3]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('no such color'), files: [] });
    expect(rows[7]).toMatchObject({ outcome: 'rejected', reason: 'rejected by deadline' });
    for (const { files } of rows) for (const file of files) expect(existsSync(file)).toBe(true);

    const [header, ...lines] = readCsv(readFileSync(first.report.csv, 'utf8'));
    expect(header!.cells.slice(0, 6)).toEqual(['line', 'uid', 'request', 'workflow id', 'title', 'outcome']);
    expect(lines.map(({ cells }) => Number(cells[0])).sort((one, other) => one - other)).toEqual(
      rows.map(({ line }) => line),
    );
  });

  it('started again it makes no deck twice, and the one that failed is made', async () => {
    items[3] = { title: 'Deck 4' };
    const before = recordsOf(uid);
    const again = await (await start({ batch, uid, items, window: 3 })).result();
    expect(again).toMatchObject({ started: 1, existing: 11, delivered: 11, rejected: 1, failed: 0 });
    expect(again.report.csv).not.toBe(first.report.csv);
    expect(recordsOf(uid).designs).toBe(before.designs + 1);
    const rows = byLine(rowsOf(again));
    expect(rows[3]).toMatchObject({ outcome: 'delivered', existing: false });
    expect(rows[0]).toMatchObject({ outcome: 'delivered', existing: true, files: byLine(rowsOf(first))[0]!.files });
  });

  it('a line that now describes another deck is not confused with the deck of its idempotency key', async () => {
    const moved = await (await start({ batch, uid, items: [{ title: 'Another deck' }] })).result();
    expect(moved).toMatchObject({ started: 0, existing: 1, delivered: 0, failed: 1 });
    expect(rowsOf(moved)[0]!.reason).toContain('this request is the deck “Deck 1” already');
  });
});

describe('a batch that is wrong', () => {
  it.each<[string, Partial<BatchInput>, string]>([
    ['a window of nothing', { window: 0 }, 'window: window must be 1 or more'],
    ['an unknown field', { windows: 3 } as never, 'windows'],
    ['an unknown default', { defaults: { formts: ['ppt'] } as never }, 'defaults'],
    ['a state', { state: { next: 3 } } as never, 'state'],
    ['no deck', { items: '\n\n' }, 'line 1: the file contains no decks'],
  ])('is refused with the path of the field: %s', async (_, wrong, sentence) => {
    const handle = await start({ batch: fresh('wrong'), uid: 'u1', items: 'x', ...wrong } as never);
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'InvalidInput', message: expect.stringContaining(sentence) },
    });
  });

  it('names every bad line and starts nothing', async () => {
    const uid = fresh('user');
    const items = [
      { title: 'Right' },
      { title: '' },
      { title: 'Tea', formats: ['doc'] },
      { title: 'x', request: 'a/b' },
    ];
    const handle = await start({ batch: fresh('wrong'), uid, items: items as never });
    const failure = await handle.result().catch(({ cause }) => cause as Error);
    expect((failure as Error).message).toMatch(/line 2: title: .*; line 3: formats\.0: .*; line 4: request: /);
    await expect(workflow(`presentation/${uid}/Right`).describe()).rejects.toThrow();
  });
});

it('pause starts no more decks, resume continues, setWindow widens; invalid values are rejected', async () => {
  const [batch, uid] = [fresh('paused'), fresh('user')];
  const handle = await start({ batch, uid, items: titled(4), window: 1, defaults: waiting });
  const id = (line: number) => `presentation/${uid}/${batch}-${line}`;
  await until(handle, ({ started }) => started === 1);
  await expect(update(handle, 'resume', {})).rejects.toMatchObject({ cause: { message: 'the batch is not paused' } });
  await expect(update(handle, 'setWindow', { window: 500 })).rejects.toMatchObject({
    cause: { message: 'window must be a whole number from 1 to 200' },
  });
  expect(await update(handle, 'pause', { by: 'ada', comment: 'lunch' })).toEqual({
    message: 'paused; decks still running: 1',
  });
  await inReview(id(1));
  await approve(id(1));
  const paused = await until(handle, ({ delivered }) => delivered === 1);
  expect(paused).toMatchObject({ state: 'paused', started: 1, running: 0, waiting: 3 });
  expect(paused.summary).toContain('paused by ada: lunch');

  await update(handle, 'setWindow', { window: 3 });
  await expect(update(handle, 'setWindow', 'wide' as never)).rejects.toMatchObject({
    cause: { message: 'send one object: {"window": 20}' },
  });
  await update(handle, 'resume', {});
  const wide = await until(handle, ({ started }) => started === 4);
  expect(wide).toMatchObject({ state: 'running', window: 3, problems: [] });
  for (const line of [2, 3, 4]) await inReview(id(line));
  // The view that the panel names has the decks that wait.
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  const view = /wait for a person: \[list\]\(\S+\), `([^`]+)`/.exec(currentDetails)![1]!;
  const { client } = pipeline.temporal;
  while ((await client.workflow.count(view)).count !== 3) await new Promise((done) => setTimeout(done, 100));
  for await (const { workflowId } of client.workflow.list({ query: view })) expect(workflowId).toContain(batch);
  for (const line of [2, 3, 4]) {
    await approve(id(line));
  }
  expect(await handle.result()).toMatchObject({ delivered: 4 });
});

it('a batch that continues its history after every second deck loses none and starts none twice', async () => {
  const [batch, uid] = [fresh('sliced'), fresh('user')];
  const items = [{ title: 'Deck 1', ...waiting }, ...titled(7).slice(1)];
  const handle = await start({ batch, uid, items, window: 3, slice: 2 });
  const { runId } = await handle.describe();
  // The first deck outlives the runs: it is carried from one to the next.
  const late = await until(handle, ({ delivered }) => delivered === 6);
  expect(late.decks).toEqual([{ line: 1, workflowId: `presentation/${uid}/${batch}-1`, existing: false }]);
  // It is no longer a child workflow, so an activity waits for it, which a worker hands over to the next.
  await pipeline.stopWorker();
  await pipeline.startWorker();
  await approve(`presentation/${uid}/${batch}-1`);
  const result = await handle.result();
  expect(result).toMatchObject({ started: 7, existing: 0, delivered: 7 });
  expect((await handle.describe()).runId).not.toBe(runId);
  expect(byLine(rowsOf(result)).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(recordsOf(uid)).toMatchObject({ designs: 7, exports: 7 });
});

describe('a cancelled batch', () => {
  it('starts no more decks; running ones continue, and the next start adopts them', async () => {
    const [batch, uid] = [fresh('cancelled'), fresh('user')];
    const input = { batch, uid, items: titled(3), window: 1, defaults: waiting };
    const handle = await start(input);
    const id = (line: number) => `presentation/${uid}/${batch}-${line}`;
    await until(handle, ({ started }) => started === 1);
    await inReview(id(1));
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(await handle.query<BatchProgress>('progress')).toMatchObject({ state: 'cancelled', started: 1, waiting: 2 });
    expect((await workflow(id(1)).describe()).status.name).toBe('RUNNING');

    const again = await start({ ...input, window: 3 });
    await until(again, ({ started, existing }) => started === 2 && existing === 1);
    for (const line of [1, 2, 3]) {
      await inReview(id(line));
      await approve(id(line));
    }
    expect(await again.result()).toMatchObject({ started: 2, existing: 1, delivered: 3 });
    expect(recordsOf(uid)).toMatchObject({ designs: 3 });
  });

  it('is cancelled as well when its lines are still being checked', async () => {
    await pipeline.stopWorker();
    const handle = await start({ batch: fresh('cancelled'), uid: fresh('user'), items: titled(3) });
    await handle.cancel();
    await pipeline.startWorker();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(await handle.query<BatchProgress>('progress')).toMatchObject({ state: 'cancelled', started: 0 });
  });

  it('with cancelRunning its decks end with it, and are written down', async () => {
    const [batch, uid] = [fresh('cancelled'), fresh('user')];
    const handle = await start({ batch, uid, items: titled(3), window: 2, defaults: waiting });
    await until(handle, ({ started }) => started === 2);
    await update(handle, 'cancelRunning', { cancelRunning: true });
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    const progress = await handle.query<BatchProgress>('progress');
    expect(progress).toMatchObject({ state: 'cancelled', cancelled: 2, running: 0, waiting: 1 });
    expect((await workflow(`presentation/${uid}/${batch}-1`).describe()).status.name).toBe('CANCELLED');
    expect(rowsOf(progress as never).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
  });
});

it('with onError: stop the first failure is the end of starting', async () => {
  const [batch, uid] = [fresh('stopped'), fresh('user')];
  const items = [{ title: 'Deck 1', template: { color: 'no such color' } }, ...titled(3)];
  const result = await (await start({ batch, uid, items, window: 1, onError: 'stop' })).result();
  expect(result).toMatchObject({ outcome: 'stopped', started: 1, failed: 1, notStarted: 3 });
});

it('a row that is written again, whole or after half of it, appears in the report once', async () => {
  const folder = join(pipeline.directory, 'report');
  const report = { csv: join(folder, 'r.csv'), jsonl: join(folder, 'r.jsonl') };
  const row = (line: number): BatchRow => ({
    line,
    uid: 'u1',
    request: `r${line}`,
    workflowId: `presentation/u1/r${line}`,
    title: '=Tea, "strong"',
    outcome: 'delivered',
    existing: false,
    files: [],
    paidCalls: {},
    problems: [],
    possibleDuplicates: [],
  });
  const write = (at: { csv: number; jsonl: number }, ...rows: BatchRow[]) => writeRows(report, at, rows);
  const first = await write({ csv: 0, jsonl: 0 }, row(1));
  const second = await write(first, row(2), row(3));
  truncateSync(report.csv, first.csv + 5);
  expect(await write(first, row(2), row(3))).toEqual(second);
  // An attempt that was given up long ago and comes late.
  await write({ csv: 0, jsonl: 0 }, row(1));
  const cells = readCsv(readFileSync(report.csv, 'utf8')).map((found) => [found.cells[0], found.cells[4]]);
  const title = `'=Tea, "strong"`;
  expect(cells).toEqual([['line', 'title'], ...['1', '2', '3'].map((line) => [line, title])]);
  expect(rowsOf({ report } as BatchResult)).toEqual([row(1), row(2), row(3)]);
  await expect(write({ csv: 9999, jsonl: 9999 }, row(4))).rejects.toThrow('need the same output.directory');
});

describe('the ends of decks', () => {
  const report = async (...ids: [line: number, workflowId: string][]) => {
    const { reportDecks } = batchReportActivities({ settings: pipeline.settings } as ActivityDependencies);
    const folder = join(pipeline.directory, fresh('ends'));
    const files = { csv: join(folder, 'r.csv'), jsonl: join(folder, 'r.jsonl') };
    const decks = ids.map(([line, workflowId]): ReportedDeck => {
      return { line, uid: 'u1', request: 'r', workflowId, title: 'T', titled: false, existing: true };
    });
    const environment = new MockActivityEnvironment({}, { client: pipeline.temporal.client });
    const call = { report: files, at: { csv: 0, jsonl: 0 }, decks };
    return { files, reported: (await environment.run(reportDecks, call)) as Reported };
  };
  const started = async () => {
    const workflowId = `presentation/${fresh('user')}/r1`;
    await pipeline.temporal.client.workflow.start('presentation', { taskQueue: 'nobody', workflowId });
    return workflowId;
  };

  it('one that an operator terminated has failed, and one that is no longer on the server is unknown', async () => {
    const [terminated, gone] = [await started(), `presentation/${fresh('user')}/gone`];
    await workflow(terminated).terminate('by an operator');
    const { files, reported } = await report([1, terminated], [2, gone]);
    expect(reported).toMatchObject({
      running: [],
      outcomes: ['failed', 'failed'],
      failures: [
        { line: 1, workflowId: terminated, reason: 'TerminatedFailure: by an operator' },
        { line: 2, workflowId: gone, reason: 'its history is no longer on the server' },
      ],
    });
    expect(rowsOf({ report: files } as BatchResult).map(({ outcome }) => outcome)).toEqual(['failed', 'unknown']);
  });

  it('nothing is written while one of them is running, such as after a reset', async () => {
    const [running, gone] = [await started(), `presentation/${fresh('user')}/gone`];
    const { files, reported } = await report([1, gone], [2, running]);
    expect(reported).toEqual({ end: { csv: 0, jsonl: 0 }, running: [running], outcomes: [], failures: [] });
    expect(existsSync(files.csv)).toBe(false);
    await workflow(running).terminate();
  });
});

it('a deck that was reset is waited for again', async () => {
  const [batch, uid] = [fresh('reset'), fresh('user')];
  const handle = await start({ batch, uid, items: titled(1), defaults: waiting });
  const id = `presentation/${uid}/${batch}-1`;
  await until(handle, ({ started }) => started === 1);
  await inReview(id);
  await pipeline.stopWorker();
  const { connection, workflow: decks } = pipeline.temporal.client;
  const { events } = await workflow(id).fetchHistory();
  const { runId } = await workflow(id).describe();
  await connection.workflowService.resetWorkflowExecution({
    namespace: decks.options.namespace,
    workflowExecution: { workflowId: id, runId },
    workflowTaskFinishEventId: events!.find(({ workflowTaskCompletedEventAttributes: done }) => done)!.eventId!,
    requestId: randomUUID(),
  });
  await pipeline.startWorker();
  await inReview(id);
  expect((await workflow(id).describe()).runId).not.toBe(runId);
  await approve(id);
  expect(await handle.result()).toMatchObject({ delivered: 1, failed: 0 });
});

describe('exportDesign', () => {
  const run = (input: Partial<ExportDesignInput>) =>
    pipeline.temporal.client.workflow.execute<(value: ExportDesignInput) => Promise<ExportDesignResult>>(
      EXPORT_DESIGN,
      {
        taskQueue: pipeline.settings.temporal.taskQueue,
        workflowId: fresh('export-design'),
        args: [input as ExportDesignInput],
      },
    );

  it('brings an existing design to disk in two formats; the same request exports once', async () => {
    const deck = await pipeline.start({ title: 'Made before' });
    const { designId, uid } = await deck.result();
    const input = {
      uid,
      request: 'again',
      designId: designId!,
      formats: ['pdf', 'png'] as ('pdf' | 'png')[],
      zip: true,
    };
    const exported = await run(input);
    expect(exported).toMatchObject({ uid, designId, workflowId: `presentation/${uid}/again`, problems: [] });
    expect(exported.files.map(({ format }) => format)).toEqual(['pdf', 'png']);
    for (const { path, bytes } of exported.files) expect(readFileSync(path)).toHaveLength(bytes);
    expect(pipeline.records(deck)).toMatchObject({ designs: 1, exports: 3 });

    expect((await run(input)).files).toEqual(exported.files);
    expect(pipeline.records(deck)).toMatchObject({ designs: 1, exports: 3 });
  });

  it.each<[Partial<ExportDesignInput>, string]>([
    [{ designId: 0 }, 'designId: '],
    [{ designId: 1, formats: [] }, 'formats: '],
    [{ designId: 1, formats: ['doc'] as never }, 'formats.0: '],
    [{ designId: 1, title: 'x' } as never, 'title: unknown field'],
    [{ designId: 999_999_999 }, 'from: '],
  ])('refuses %j', async (wrong, sentence) => {
    await expect(run({ uid: fresh('user'), request: 'r1', formats: ['pdf'], ...wrong })).rejects.toMatchObject({
      cause: { type: 'InvalidInput', message: expect.stringContaining(sentence) },
    });
  });
});

describe('a schedule', () => {
  const decksOf = async (schedule: string, uid: string, count: number): Promise<string[]> => {
    const query = `WorkflowType = 'presentation' AND PresentationUid = '${uid}'`;
    for (;;) {
      const ids: string[] = [];
      for await (const { workflowId } of pipeline.temporal.client.workflow.list({ query })) ids.push(workflowId);
      if (ids.length >= count) return ids.filter((id) => id.includes(schedule));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const scheduled = async (schedule: string, count: number) => {
    for (;;) {
      const { info } = await pipeline.temporal.client.schedule.getHandle(schedule).describe();
      if (info.numActionsTaken >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const create = (schedule: string, uid: string) =>
    pipeline.temporal.client.schedule.create({
      scheduleId: schedule,
      spec: { cronExpressions: ['0 8 * * 1'] },
      policies: { overlap: 'ALLOW_ALL' },
      state: { paused: true },
      action: {
        type: 'startWorkflow',
        workflowType: SCHEDULED,
        workflowId: `scheduled/${schedule}`,
        taskQueue: pipeline.settings.temporal.taskQueue,
        args: [{ schedule, input: { uid, title: 'Every week' } }],
      },
    });

  it('two triggers make two decks, each with a request of its own', async () => {
    const [schedule, uid] = [fresh('weekly'), fresh('user')];
    const handle = await create(schedule, uid);
    await handle.trigger();
    await scheduled(schedule, 1);
    // Temporal counts scheduled times in seconds: the next one has a time of its own.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await handle.trigger();
    const decks = await decksOf(schedule, uid, 2);
    expect(new Set(decks).size).toBe(2);
    for (const id of decks) {
      expect(id).toMatch(new RegExp(`^presentation/${uid}/${schedule}-\\d{8}T\\d{6}Z$`));
      await workflow(id).result();
    }
    expect(recordsOf(uid)).toMatchObject({ designs: 2 });
    await handle.delete();
  });

  it('a missed time is made up for once, however often that is requested', async () => {
    const [schedule, uid] = [fresh('missed'), fresh('user')];
    const handle = await create(schedule, uid);
    const missed = { start: new Date('2026-01-05T07:59:00Z'), end: new Date('2026-01-05T08:01:00Z') };
    const results: ScheduledResult[] = [];
    for (const count of [1, 2]) {
      await handle.backfill({ ...missed, overlap: 'ALLOW_ALL' });
      await scheduled(schedule, count);
      // A second start meets the first while it runs, and is nothing, unless the first has ended.
      results.push(await workflow(`scheduled/${schedule}-2026-01-05T08:00:00Z`).result());
    }
    const request = `${schedule}-20260105T080000Z`;
    const made = { workflowId: `presentation/${uid}/${request}`, request };
    expect(results).toEqual([
      { ...made, existing: false },
      { ...made, existing: true },
    ]);
    await workflow(made.workflowId).result();
    expect(recordsOf(uid)).toMatchObject({ designs: 1 });
    await handle.delete();
  });

  it('no one else starts its workflow', async () => {
    const started = pipeline.temporal.client.workflow.execute(SCHEDULED, {
      taskQueue: pipeline.settings.temporal.taskQueue,
      workflowId: fresh('scheduled'),
      args: [{ schedule: 'x', input: { uid: 'u1', title: 'x' } }],
    });
    await expect(started).rejects.toMatchObject({ cause: { type: 'InvalidInput' } });
  });
});

it('every history that these tests have left replays', async () => {
  const { client } = pipeline.temporal;
  const ours = `TaskQueue = '${pipeline.settings.temporal.taskQueue}'`;
  const types = [BATCH, EXPORT_DESIGN, SCHEDULED].map((type) => `WorkflowType = '${type}'`).join(' OR ');
  let replayed = 0;
  for await (const { workflowId, runId } of client.workflow.list({ query: `${ours} AND (${types})` })) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: builtBundle('presentation', plainTraits) }, history, workflowId);
    replayed += 1;
  }
  expect(replayed).toBeGreaterThan(20);
});
