import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { type Settings, settingsSchema } from '../../src/config';
import { type RunningWorker, startPresentationWorker } from '../../src/worker/run-worker';
import { deck, folderWith } from '../cli/deck';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

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

async function startBuild(build: string): Promise<void> {
  const { worker } = settingsSchema.parse({ worker: { versioning: { deployment, build } } });
  const settings: Settings = {
    ...pipeline.settings,
    worker: { ...pipeline.settings.worker, versioning: worker.versioning },
  };
  const log = pino({ level: 'silent' });
  workers.push(await startPresentationWorker({ settings, temporal: pipeline.temporal, log }));
}

/** The server hears of a version from its workers; until it has, and of all their queues, it refuses. */
async function makeCurrent(build: string): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await promisify(execFile)(process.env[TEST_TEMPORAL_EXECUTABLE]!, [
        ...['worker', 'deployment', 'set-current-version', '--deployment-name', deployment, '--build-id', build],
        ...['--yes', '--address', pipeline.temporal.address, '--namespace', 'default'],
      ]);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** The newest run: a handle with a first run id would stay with that one. */
const newest = ({ workflowId }: DeckHandle) => pipeline.temporal.client.workflow.getHandle(workflowId) as DeckHandle;

async function buildsOf(handle: DeckHandle): Promise<string[]> {
  const { events } = await newest(handle).fetchHistory();
  const steps = events!.flatMap(({ workflowTaskCompletedEventAttributes: step }) => step ?? []);
  return [...new Set(steps.map(({ deploymentVersion }) => deploymentVersion?.buildId ?? ''))];
}

async function move(...args: string[]) {
  const { address } = pipeline.temporal;
  const { taskQueue } = pipeline.settings.temporal;
  const cwd = folderWith({ temporal: { mode: 'existing', address, taskQueue } });
  const { code, stdout } = await deck(['move', ...args, '--json'], { cwd });
  return { code, moves: stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
}

test('decks at their review move with what was edited, without another payment, and end on the new build', async () => {
  await startBuild('b1');
  await makeCurrent('b1');
  const settings = { review: { mode: 'required' as const, deadline: '1h' } };
  const handle = await pipeline.start({ title: 'Waits', settings });
  await pipeline.until(handle, ({ review }) => review !== undefined);
  const outline = '# Waits\n\n## One\n\n### Two\n\n#### Three\n';
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'edit', outline, reviewer: 'ada' }] });
  const before = await pipeline.until(handle, (now) => now.outline?.revision === 2 && now.review !== undefined);
  await startBuild('b2');
  await makeCurrent('b2');

  const { code, moves } = await move('--all', '--from-build', 'b1');
  expect(moves).toEqual([expect.objectContaining({ outcome: 'moved', from: 'b1', to: 'b2' })]);
  expect(code).toBe(0);
  const after = await pipeline.until(newest(handle), ({ review }) => review !== undefined);
  expect(after).toMatchObject({ outline: before.outline, paidCalls: before.paidCalls });
  // Neither the wait nor its deadline starts again.
  expect(after.review).toEqual(before.review);

  // The old build may go.
  await workers.shift()!.stop();
  await newest(handle).executeUpdate('review', { args: [{ revision: 2, decision: 'approve', reviewer: 'ada' }] });
  expect(await newest(handle).result()).toMatchObject({ outcome: 'delivered', revision: 2, possibleDuplicates: [] });
  expect(await buildsOf(handle)).toEqual(['b2']);
});

test('a decision that arrives during the move is taken', async () => {
  await startBuild('b1');
  await makeCurrent('b1');
  const handle = await pipeline.start({ title: 'Decided meanwhile', settings: { review: { mode: 'required' } } });
  await pipeline.until(handle, ({ review }) => review !== undefined);
  await startBuild('b2');
  await makeCurrent('b2');
  const moving = move(handle.workflowId);
  const { runId } = await newest(handle).describe();
  while ((await newest(handle).describe()).runId === runId) await new Promise((resolve) => setTimeout(resolve, 50));
  await newest(handle).signal('approveOutline', { revision: 1, reviewer: 'ada' });
  expect(await moving).toMatchObject({ code: 0, moves: [{ outcome: 'moved' }] });
  expect(await newest(handle).result()).toMatchObject({ outcome: 'delivered', approval: { by: 'ada' } });
  expect(await buildsOf(handle)).toEqual(['b2']);
});
