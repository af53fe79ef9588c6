import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporal as proto } from '@temporalio/proto';
import { pino } from 'pino';
import { loadSettings, type Settings, settingsSchema } from '../../src/config';
import { type RunningWorker, startPresentationWorker } from '../../src/worker/run-worker';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

const { EventType } = proto.api.enums.v1;

let pipeline: Pipeline;
let workers: RunningWorker[];
let deployment: string;
beforeEach(async () => {
  pipeline = await startPipeline();
  await pipeline.stopWorker();
  workers = [];
  deployment = `decks-${randomUUID().slice(0, 8)}`;
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await pipeline.close();
});

/** A worker of this build on the pipeline's queues. */
async function startBuild(build: string, behavior?: string): Promise<void> {
  const versioning = { deployment, build, ...(behavior === undefined ? {} : { behavior }) };
  const { worker } = settingsSchema.parse({ worker: { versioning } });
  const settings: Settings = {
    ...pipeline.settings,
    worker: { ...pipeline.settings.worker, versioning: worker.versioning },
  };
  workers.push(
    await startPresentationWorker({ settings, temporal: pipeline.temporal, log: pino({ level: 'silent' }) }),
  );
}

/** As docs/internals/changing-workflows.md says it, with Temporal's command line. */
const run = (...args: string[]) =>
  promisify(execFile)(process.env[TEST_TEMPORAL_EXECUTABLE]!, [
    ...['worker', 'deployment', ...args, '--deployment-name', deployment],
    ...['--address', pipeline.temporal.address, '--namespace', 'default'],
  ]);

/** The server hears of a version from its workers; until it has, and of all their queues, it refuses. */
async function until(attempt: () => Promise<unknown>): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
const known = (build: string) => until(() => run('describe-version', '--build-id', build));
const makeCurrent = (build: string) => until(() => run('set-current-version', '--build-id', build, '--yes'));

const inReview = (handle: DeckHandle) => pipeline.until(handle, ({ review }) => review !== undefined);
const startDeck = (title: string) => pipeline.start({ title, settings: { review: { mode: 'required' } } });
const approve = (handle: DeckHandle) =>
  handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
/** Which builds have taken the steps of a deck, in this order. */
async function buildsOf(handle: DeckHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return [
    ...new Set(
      events!.flatMap(({ workflowTaskCompletedEventAttributes: step }) => step?.deploymentVersion?.buildId ?? []),
    ),
  ];
}

test('nothing is dispatched to a version until it is current; then a deck runs through', async () => {
  await startBuild('b1');
  await known('b1');
  const handle = await startDeck('Waits for its version');
  // Long enough for a worker that would get it to have begun.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { events } = await handle.fetchHistory();
  expect(events!.map(({ eventType }) => eventType)).toEqual([
    EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
    EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
  ]);
  await makeCurrent('b1');
  await inReview(handle);
  await approve(handle);
  expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  expect(await buildsOf(handle)).toEqual(['b1']);
});

test('a pinned deck that waits ends on the build that it began on; new ones begin on the current one', async () => {
  await startBuild('b1');
  await makeCurrent('b1');
  const old = await startDeck('Began on the first build');
  await inReview(old);
  await startBuild('b2');
  await makeCurrent('b2');
  const fresh = await startDeck('Begins on the second build');
  await inReview(fresh);
  for (const handle of [old, fresh]) {
    await approve(handle);
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  }
  expect(await buildsOf(old)).toEqual(['b1']);
  expect(await buildsOf(fresh)).toEqual(['b2']);
});

test('with auto-upgrade a waiting deck continues with the build that has become current', async () => {
  await startBuild('b1', 'auto-upgrade');
  await makeCurrent('b1');
  const handle = await startDeck('Moves along');
  await inReview(handle);
  await startBuild('b2', 'auto-upgrade');
  await makeCurrent('b2');
  await approve(handle);
  expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  expect(await buildsOf(handle)).toEqual(['b1', 'b2']);
});

test('a deck that began without versions continues with the build that has become current', async () => {
  await pipeline.startWorker();
  const handle = await startDeck('Began before versions');
  await inReview(handle);
  await pipeline.stopWorker();
  await startBuild('b1');
  await makeCurrent('b1');
  await approve(handle);
  expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  expect(await buildsOf(handle)).toEqual(['b1']);
});

test('a ramping build gets its part of the new decks, the current one the rest', async () => {
  await startBuild('b1');
  await makeCurrent('b1');
  await startBuild('b2');
  await until(() => run('set-ramping-version', '--build-id', 'b2', '--percentage', '100', '--yes'));
  // The queues hear of it a moment later than the one who asked.
  const begunOn = (build: string) =>
    until(async () => {
      const handle = await startDeck(`Begins on ${build}`);
      await inReview(handle);
      const builds = await buildsOf(handle);
      await handle.terminate();
      if (builds.join() !== build) throw new Error(`begun on ${builds}`);
    });
  await begunOn('b2');
  await until(() => run('set-ramping-version', '--build-id', 'b2', '--percentage', '0', '--yes'));
  await begunOn('b1');
  expect(workers).toHaveLength(2);
});

test('deployment and build may come from the environment, over the settings and judged as they are', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'deck-versioning-'));
  const named = (env: NodeJS.ProcessEnv) => loadSettings({ cwd, env }).worker.versioning;
  const both = { TEMPORAL_DEPLOYMENT_NAME: 'deck/workers', TEMPORAL_WORKER_BUILD_ID: '0.2.0-f3' };
  expect(named(both)).toEqual({ deployment: 'deck/workers', build: '0.2.0-f3', behavior: 'pinned' });
  expect(named({})).toMatchObject({ deployment: null, build: null });
  expect(() => named({ TEMPORAL_WORKER_BUILD_ID: 'b1' })).toThrow('must be set together');
  expect(() => named({ ...both, TEMPORAL_DEPLOYMENT_NAME: 'a.b' })).toThrow('TEMPORAL_DEPLOYMENT_NAME');
  rmSync(cwd, { recursive: true });
});

test('a build without a deployment, or names that Temporal would not take, are refused by the settings', () => {
  const issue = (versioning: object) => settingsSchema.safeParse({ worker: { versioning } }).error?.issues[0]?.message;
  expect(issue({ build: 'b1' })).toBe('and worker.versioning.deployment must be set together');
  expect(issue({ deployment: 'a.b', build: 'b1' })).toBe('must be letters, digits, dashes, underscores or slashes');
  expect(issue({ deployment: 'a', build: 'b1' })).toBeUndefined();
});
