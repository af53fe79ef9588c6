import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { type Activities, createActivities } from '../../activities';
import { localOf } from '../../activities/local';
import { startPresentation } from '../../src/api';
import { BATCH, type BatchProgress, type BatchResult, batchIdOf, EXPORT_DESIGN } from '../../src/core/batch';
import { apiQueueOf, streamQueueOf } from '../../src/core/queues';
import { createDirectoryStore } from '../../src/documents/document-store';
import { documentDirectory } from '../../src/documents/paths';
import { workerTelemetry } from '../../src/telemetry/worker-telemetry';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';

/** Decks, a batch and an export with a channel: begun by the workflow code of 0.1.0 with today's activities. */

const RELEASED = join(__dirname, '..', 'upgrade', 'kept', 'workflows-0.1.0.js.gz');
const codes = {
  old: gunzipSync(readFileSync(RELEASED)).toString('utf8'),
  new: readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8'),
};

let pipeline: Pipeline;
let activities: Activities;
const running: { worker: Worker; ended: Promise<void> }[] = [];
let stopWorkflows: () => Promise<void>;

const client = () => pipeline.temporal.client;
const queue = () => pipeline.settings.temporal.taskQueue;

async function startWorkflows(code: string): Promise<void> {
  // As from a process of its own: two workers of one connection cannot ask the same queue.
  const connection = await NativeConnection.connect({ address: pipeline.temporal.address });
  const worker = await Worker.create({
    connection,
    dataConverter: pipeline.temporal.dataConverter,
    taskQueue: queue(),
    workflowBundle: { code },
    activities: localOf(activities),
    shutdownGraceTime: '1s',
  });
  const ended = worker.run().finally(() => connection.close());
  stopWorkflows = async () => {
    worker.shutdown();
    await ended;
  };
}

beforeAll(async () => {
  pipeline = await startPipeline();
  await pipeline.stopWorker();
  const { settings, client: service, temporal } = pipeline;
  activities = createActivities({
    ...{ client: service, settings, log: pino({ level: 'silent' }) },
    documents: createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove),
    telemetry: workerTelemetry(Runtime.instance().metricMeter, () => 'unused'),
  });
  for (const queueOf of [apiQueueOf, streamQueueOf]) {
    const { dataConverter } = temporal;
    const options = { connection: await temporal.native(), dataConverter, taskQueue: queueOf(queue()), activities };
    const worker = await Worker.create({ ...options, shutdownGraceTime: '1s' });
    running.push({ worker, ended: worker.run() });
  }
}, 60_000);
afterAll(async () => {
  await stopWorkflows();
  for (const { worker, ended } of running) {
    worker.shutdown();
    await ended;
  }
  await pipeline.close();
});

it('continue under their IDs with today’s code, which starts their other lines as they were begun', async () => {
  const [uid, batch] = ['user', 'batch'].map((what) => `${what}-${randomUUID().slice(0, 8)}`) as [string, string];
  const deckOf = (request: string) => client().workflow.getHandle(`presentation/${uid}/${request}`) as DeckHandle;
  const approve = async (deck: DeckHandle) => {
    await pipeline.until(deck, ({ review }) => review !== undefined);
    await deck.executeUpdate('review', { args: [{ reviewer: 'ada', revision: 1, decision: 'approve' }] });
  };
  const folderOf = async (deck: DeckHandle) => {
    const { files } = (await deck.result()) as unknown as { files: { path: string }[] };
    return relative(pipeline.settings.output.directory, join(files[0]!.path, '..'));
  };

  await startWorkflows(codes.old);
  const items = ['r1', 'r2'].map((request) => JSON.stringify({ uid, request, channel: 'app', title: 'Tea' }));
  const handle = await client().workflow.start<(input: object) => Promise<BatchResult>>(BATCH, {
    taskQueue: queue(),
    workflowId: batchIdOf(batch),
    args: [{ batch, window: 1, items: items.join('\n') }],
  });
  const alone = await pipeline.start({ uid, request: 'alone', channel: 'app', title: 'Milk' });
  await approve(alone);
  const { designId } = await alone.result();
  const exported = await client().workflow.start<(input: object) => Promise<object>>(EXPORT_DESIGN, {
    taskQueue: queue(),
    workflowId: `export-${uid}`,
    args: [{ uid, request: 'again', channel: 'app', designId, formats: ['pdf'] }],
  });
  expect(await exported.result()).toMatchObject({ workflowId: deckOf('again').workflowId });
  await pipeline.until(deckOf('r1'), ({ review }) => review !== undefined);
  await stopWorkflows();

  await startWorkflows(codes.new);
  expect(await startPresentation(client(), { uid, request: 'r1', channel: 'app', title: 'Tea' })).toMatchObject({
    existing: true,
    workflowId: deckOf('r1').workflowId,
  });
  await approve(deckOf('r1'));
  while ((await handle.query<BatchProgress>('progress')).started < 2) await new Promise((next) => setTimeout(next, 50));
  await approve(deckOf('r2'));
  expect(await handle.result()).toMatchObject({ delivered: 2, existing: 0, failed: 0 });
  expect(await handle.query<BatchProgress>('progress')).toMatchObject({ state: 'finished' });
  expect(await folderOf(deckOf('r1'))).toBe(`${uid}~app/r1`);

  for (const deck of [handle, exported, alone, deckOf('r1'), deckOf('r2'), deckOf('again')]) {
    const history = await client().workflow.getHandle(deck.workflowId).fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: { code: codes.new } }, history, deck.workflowId);
  }
}, 120_000);
