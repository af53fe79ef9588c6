import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { type Settings, settingsSchema } from '../../src/config';
import { connectTemporal, ensureSearchAttributes, type TemporalConnection } from '../../src/temporal';
import { deck, folderWith } from '../cli/deck';
import { TEST_TEMPORAL, TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

// A step that does not fit is what one of these tests is about; the SDK would print it.
Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) });

/** The command against workflows that answer the message as decks do, on workers with and without versions. */
let temporal: TemporalConnection;
let settings: Settings;
let deployment: string;
let running: { worker: Worker; ended: Promise<void> }[];
let bundles: Record<'first' | 'next', { code: string }>;
beforeAll(async () => {
  const bundle = (name: string) =>
    bundleWorkflowCode({ workflowsPath: join(__dirname, 'moving', `${name}.ts`), logger: new DefaultLogger('ERROR') });
  bundles = { first: await bundle('first'), next: await bundle('next') };
});
beforeEach(async () => {
  const own = randomUUID().slice(0, 8);
  deployment = `decks-${own}`;
  settings = settingsSchema.parse({
    temporal: { mode: 'existing', address: process.env[TEST_TEMPORAL]!, taskQueue: `moving-${own}` },
  });
  temporal = await connectTemporal(settings);
  await ensureSearchAttributes(temporal.connection, 'default');
  running = [];
});
afterEach(async () => {
  for (const { worker, ended } of running) {
    worker.shutdown();
    await ended;
  }
  for await (const { workflowId } of temporal.client.workflow.list({
    query: `TaskQueue = '${settings.temporal.taskQueue}' AND ExecutionStatus = 'Running'`,
  }))
    await temporal.client.workflow.getHandle(workflowId).terminate();
  await temporal.close();
});

async function startWorker(code: 'first' | 'next', build?: string): Promise<void> {
  const worker = await Worker.create({
    connection: await temporal.native(),
    taskQueue: settings.temporal.taskQueue,
    workflowBundle: bundles[code],
    ...(build === undefined
      ? {}
      : {
          workerDeploymentOptions: {
            version: { deploymentName: deployment, buildId: build },
            useWorkerVersioning: true,
            defaultVersioningBehavior: 'PINNED' as const,
          },
        }),
  });
  running.push({ worker, ended: worker.run() });
}

/** The server hears of a version from its workers; until it has, it refuses. */
async function makeCurrent(build: string): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await promisify(execFile)(process.env[TEST_TEMPORAL_EXECUTABLE]!, [
        ...['worker', 'deployment', 'set-current-version', '--deployment-name', deployment, '--build-id', build],
        ...['--yes', '--address', temporal.address, '--namespace', 'default'],
      ]);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function startWaiting(uid = 'me'): Promise<WorkflowHandle> {
  const workflowId = `presentation/${uid}/${randomUUID().slice(0, 8)}`;
  const { taskQueue } = settings.temporal;
  return temporal.client.workflow.start('presentation', { workflowId, taskQueue, args: [{ runs: 0 }] });
}

async function untilRuns(handle: WorkflowHandle, runs: number): Promise<void> {
  // More than these if a request that seemed to fail was carried out once a worker was back.
  while (((await handle.query<number>('runs').catch(() => undefined)) ?? -1) < runs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** `deck move` of the compiled command, with the lines that it answers. */
async function move(...args: string[]) {
  const { address, taskQueue } = settings.temporal;
  const cwd = folderWith({ temporal: { mode: 'existing', address, taskQueue } });
  const { code, stdout, stderr } = await deck(['move', ...args, '--json'], { cwd });
  const moves = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return { code, moves, stderr };
}

/** Builds that have taken the steps of the newest run. */
async function buildsOf({ workflowId }: WorkflowHandle): Promise<(string | undefined)[]> {
  const { events } = await temporal.client.workflow.getHandle(workflowId).fetchHistory();
  const steps = events!.flatMap(({ workflowTaskCompletedEventAttributes: step }) => step ?? []);
  return [...new Set(steps.map(({ deploymentVersion }) => deploymentVersion?.buildId ?? undefined))];
}

test('a pinned deck that waits moves to the current build with its state, and stays pinned there', async () => {
  await startWorker('first', 'b1');
  await makeCurrent('b1');
  const handle = await startWaiting();
  await untilRuns(handle, 0);
  await startWorker('next', 'b2');
  await makeCurrent('b2');
  const newest = temporal.client.workflow.getHandle(handle.workflowId);
  const { code, moves } = await move(handle.workflowId);
  expect(moves).toEqual([expect.objectContaining({ outcome: 'moved', from: 'b1', to: 'b2' })]);
  expect(code).toBe(0);
  expect(await buildsOf(handle)).toEqual(['b2']);
  await untilRuns(newest, 1);
  const { raw } = await newest.describe();
  expect(raw.workflowExecutionInfo!.versioningInfo).toMatchObject({
    deploymentVersion: { buildId: 'b2' },
    behavior: 1,
  });
  expect(raw.workflowExecutionInfo!.versioningInfo!.versioningOverride).toBeFalsy();
  await newest.signal('decide', 'approve');
  expect(await newest.result()).toEqual({ runs: 1, decided: 'approve' });
  expect(await buildsOf(handle)).toEqual(['b2']);
  const again = await move(handle.workflowId);
  expect(again).toMatchObject({ code: 1, moves: [{ outcome: 'failed', reason: 'it is not a running deck' }] });
});

test('a decision that arrives before the new run has begun is not lost', async () => {
  await startWorker('first', 'b1');
  await makeCurrent('b1');
  const handle = await startWaiting();
  await untilRuns(handle, 0);
  await startWorker('next', 'b2');
  await makeCurrent('b2');
  const moving = move(handle.workflowId);
  const { runId } = await handle.describe();
  const newest = temporal.client.workflow.getHandle(handle.workflowId);
  while ((await newest.describe()).runId === runId) await new Promise((resolve) => setTimeout(resolve, 50));
  await newest.signal('decide', 'reject');
  expect(await moving).toMatchObject({ code: 0, moves: [{ outcome: 'moved', from: 'b1', to: 'b2' }] });
  expect(await newest.result()).toEqual({ runs: 1, decided: 'reject' });
  expect(await buildsOf(handle)).toEqual(['b2']);
});

test('all of a user or of a build get the request; those on the current build stay as they are', async () => {
  await startWorker('first', 'b1');
  await makeCurrent('b1');
  const [mine, yours] = [await startWaiting('me'), await startWaiting('you')];
  for (const handle of [mine, yours]) await untilRuns(handle, 0);
  expect(await move(mine.workflowId)).toMatchObject({ code: 0, moves: [{ outcome: 'current', from: 'b1' }] });
  expect(await move(mine.workflowId, '--from-build', 'b0')).toMatchObject({ code: 0, moves: [] });
  await startWorker('next', 'b2');
  await makeCurrent('b2');
  const { code, moves } = await move('--all', '--from-build', 'b1');
  expect(moves.map(({ workflowId }) => workflowId).sort()).toEqual([mine.workflowId, yours.workflowId].sort());
  expect(moves.map(({ outcome }) => outcome)).toEqual(['moved', 'moved']);
  expect(code).toBe(0);
});

test('without versions a deck continues as a new run; one without a running worker does not move, and moves later', async () => {
  await startWorker('first');
  const handle = await startWaiting();
  await untilRuns(handle, 0);
  expect(await move(handle.workflowId)).toMatchObject({ code: 0, moves: [{ outcome: 'moved' }] });
  await untilRuns(handle, 1);
  const [{ worker, ended }] = running.splice(0) as [(typeof running)[0]];
  worker.shutdown();
  await ended;
  const early = await move(handle.workflowId, '--wait', '1s');
  expect(early).toMatchObject({ code: 1, moves: [{ outcome: 'failed' }] });
  await startWorker('first');
  expect(await move(handle.workflowId)).toMatchObject({ code: 0, moves: [{ outcome: 'moved' }] });
  await untilRuns(handle, 2);
});

test.each([
  [[], 'Specify deck IDs or --all, not both'],
  [['me/reefs-1', '--all'], 'Specify deck IDs or --all, not both'],
  [['me/reefs-1', '--uid', 'me'], '--uid requires --all'],
  [['me/reefs-1', '--wait', 'soon'], '--wait takes a duration'],
])('%j is bad input', async (args, sentence) => {
  expect(await move(...args)).toEqual({ code: 2, moves: [], stderr: expect.stringContaining(sentence) });
});
