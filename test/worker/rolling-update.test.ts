import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ServiceError } from '@temporalio/client';
import { temporal as proto } from '@temporalio/proto';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { type Activities, createActivities } from '../../activities';
import { withMarker } from '../../bench/cluster/builds';
import { AuditLog } from '../../src/base/audit/audit-log';
import { auditOptions } from '../../src/config';
import { apiQueueOf, streamQueueOf } from '../../src/core/queues';
import { createDirectoryStore } from '../../src/decks/documents/document-store';
import { documentDirectory } from '../../src/decks/documents/paths';
import type { PresentationInput } from '../../src/decks/input/input';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { workerTelemetry } from '../../src/temporal/telemetry/worker-telemetry';
import { DEEP } from '../deep';
import { judge } from '../faults/checker';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { releasedWorkflows } from '../upgrade/kept';

/**
 * Row 20 of the fault matrix: workers of two builds share the queue of the decks, in both orders. The older one is the
 * newest release. The newer one is that of today, with a further step behind `patched`. None keeps a deck in memory, so each step of a deck is taken by either.
 */

const { WorkflowTaskFailedCause } = proto.api.enums.v1;
type History = proto.api.history.v1.IHistory;

const shipped = readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
const codes = { old: releasedWorkflows(), new: withMarker(shipped) };
type Build = keyof typeof codes;

/** Every way in which a review ends automatically or waits for a person. The deadlines of `ended` are added. */
const reviews = {
  hold: { mode: 'required', reminders: ['800ms', '3s'], onDeadline: 'hold' },
  approve: { mode: 'required', reminders: ['1s'], onDeadline: 'approve' },
  reject: { mode: 'required', reminders: [], escalateAfter: '1500ms', escalateTo: 'ada', onDeadline: 'reject' },
  auto: { mode: 'auto-approve', reminders: [] },
};
type Review = keyof typeof reviews;

/** Who ends the review, and when: while both builds are there, or later. */
const ends = {
  'person, both': '1h',
  'person, later': '1h',
  'rule, both': '3s',
  'rule, later': '8s',
};
type End = keyof typeof ends;

interface Deck {
  uid: string;
  review: Review;
  end: End;
  handle: DeckHandle;
}

let pipeline: Pipeline;
let activities: Activities;
const activityWorkers: { worker: Worker; ended: Promise<void> }[] = [];
const workers = new Map<Build, { worker: Worker; ended: Promise<void> }>();

beforeAll(async () => {
  pipeline = await startPipeline();
  await pipeline.stopWorker();
  const { settings, client } = pipeline;
  activities = createActivities({
    ...{ client, settings, log: pino({ level: 'silent' }) },
    documents: createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove),
    audit: new AuditLog({ ...auditOptions(settings), origin: 'worker' }),
    telemetry: workerTelemetry(Runtime.instance().metricMeter, () => 'unused'),
  });
  for (const queueOf of [apiQueueOf, streamQueueOf]) {
    const worker = await Worker.create({ ...(await shared()), taskQueue: queueOf(queue()), activities });
    activityWorkers.push({ worker, ended: worker.run() });
  }
});
afterEach(async () => {
  await leave('old');
  await leave('new');
});
afterAll(async () => {
  for (const { worker, ended } of activityWorkers) {
    worker.shutdown();
    await ended;
  }
  await pipeline.close();
});

const queue = () => pipeline.settings.temporal.taskQueue;
const shared = async (connection?: NativeConnection) => ({
  connection: connection ?? (await pipeline.temporal.native()),
  dataConverter: pipeline.temporal.dataConverter,
  shutdownGraceTime: '1s' as const,
});

async function enter(build: Build): Promise<void> {
  // As from processes of their own: two workers of one connection cannot ask the same queue.
  const connection = await NativeConnection.connect({ address: pipeline.temporal.address });
  const worker = await Worker.create({
    ...(await shared(connection)),
    taskQueue: queue(),
    workflowBundle: { code: codes[build] },
    identity: build,
    maxCachedWorkflows: 0,
  });
  workers.set(build, { worker, ended: worker.run().finally(() => connection.close()) });
}

async function leave(build: Build): Promise<void> {
  const found = workers.get(build);
  workers.delete(build);
  found?.worker.shutdown();
  await found?.ended;
}

/** One deck for each end of each review, in CI half of the table; with `stepsPerRun` they also continue as new runs. */
async function order(more: Partial<PresentationInput['settings']> = {}): Promise<Deck[]> {
  const kinds = Object.keys(reviews).flatMap((review, row) =>
    Object.keys(ends)
      .filter((_, column) => DEEP > 0 || (row + column) % 2 === 0)
      .map((end) => ({ review, end })),
  );
  return Promise.all(
    (kinds as { review: Review; end: End }[])
      .filter(({ review, end }) => review !== 'hold' || end.startsWith('person'))
      .map(async ({ review, end }) => {
        const gate = { ...reviews[review], deadline: ends[end], autoApproveAfter: ends[end] };
        const uid = `user-${randomUUID().slice(0, 8)}`;
        const handle = await pipeline.start({ uid, title: `${review}, ${end}`, settings: { review: gate, ...more } });
        return { uid, review, end, handle };
      }),
  );
}

/** Without a question to the deck, which would be one more step of it: by what the lists show. */
async function inReview({ handle }: Deck): Promise<void> {
  for (;;) {
    const { status, searchAttributes } = await handle.describe();
    if (status.name !== 'RUNNING' || searchAttributes.PresentationStage?.[0] === 'review') return;
    await pause(100);
  }
}

const ending = (decks: readonly Deck[], wanted: End) => decks.filter(({ end }) => end === wanted);
/** As a program does it: with an id, and again while the server refuses a deck whose step has just failed. */
async function approve({ handle }: Deck): Promise<void> {
  const message = { revision: 1, decision: 'approve', reviewer: 'ada' };
  for (;;) {
    try {
      return void (await handle.executeUpdate('review', { updateId: 'approval', args: [message] }));
    } catch (error) {
      if (!(error instanceof ServiceError) || !/in failed state/.test(String(error.cause))) throw error;
      await pause(500);
    }
  }
}

/**
 * What the decks do while both builds are there: a while, and not to their ends, because a step that was refused is
 * offered again later each time.
 * @returns decisions under way.
 */
async function whileBoth(decks: readonly Deck[]): Promise<Promise<unknown>[]> {
  const byPerson = ending(decks, 'person, both');
  await Promise.race([Promise.all(byPerson.map(inReview)), pause(6000)]);
  const decided = byPerson.map((deck) => inReview(deck).then(() => approve(deck)));
  await pause(4000);
  return decided;
}

interface Run {
  workflowId: string;
  runId: string;
  history: History;
  marked: boolean;
  taken: string[];
  refused: string[];
}

/** Every run of a deck, the last one first, with the build that has taken each step. */
async function runsOf({ handle }: Deck): Promise<Run[]> {
  const runs: Run[] = [];
  for (let runId: string | undefined; ; ) {
    const of = pipeline.temporal.client.workflow.getHandle(handle.workflowId, runId);
    const history: History = await of.fetchHistory();
    const events = history.events!;
    const first = events[0]!.workflowExecutionStartedEventAttributes!;
    runs.push({
      workflowId: handle.workflowId,
      runId: first.originalExecutionRunId!,
      history,
      marked: events.some(({ markerRecordedEventAttributes: marker }) => marker?.markerName === 'core_patch'),
      taken: events.flatMap(({ workflowTaskCompletedEventAttributes: step }) => step?.identity ?? []),
      refused: events.flatMap(({ workflowTaskFailedEventAttributes: step }) =>
        step?.cause === WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR
          ? step.identity!
          : [],
      ),
    });
    if (!first.continuedExecutionRunId) return runs;
    runId = first.continuedExecutionRunId;
  }
}

/** Brings every deck to its end with the newer build alone, and looks at everything that they have left. */
async function finish(decks: readonly Deck[], decided: Promise<unknown>[]) {
  await leave('old');
  const waiting = decks.filter(({ end }) => end.endsWith('later'));
  const snapshots = (await Promise.all(waiting.map(runsOf))).flat();
  await Promise.all([
    ...decided,
    ...ending(decks, 'person, later').map((deck) => inReview(deck).then(() => approve(deck))),
  ]);
  const results = await Promise.all(decks.map(({ handle }) => handle.result()));
  const wrong = decks.flatMap(({ uid, review, end }, index) => {
    const result = results[index]!;
    const expected = review === 'reject' && end.startsWith('rule') ? 'rejected' : 'delivered';
    const judged = judge(pipeline.settings.data.directory, uid, result);
    return [
      ...judged.wrong,
      ...result.possibleDuplicates,
      ...(result.outcome === expected ? [] : [`${result.outcome} instead of ${expected}`]),
    ].map((what) => `${review}, ${end}: ${what}`);
  });
  const runs = (await Promise.all(decks.map(runsOf))).flat();
  const unreplayable = [
    ...(await replay(runs)),
    // As they waited when the last worker of the old build had gone.
    ...(await replay(snapshots)).map((what) => `waiting, ${what}`),
  ];
  return { runs, found: { wrong, unreplayable } };
}
const NOTHING = { wrong: [], unreplayable: [] };

async function replay(runs: readonly Run[]): Promise<string[]> {
  const replayed = new Map<string, Error | undefined>();
  for await (const { runId, error } of Worker.runReplayHistories({ workflowBundle: { code: codes.new } }, runs))
    replayed.set(runId, error);
  return runs.flatMap(({ runId }) => {
    const error = replayed.has(runId) ? replayed.get(runId) : new Error('was not replayed');
    return error === undefined ? [] : [`${runId}: ${error.message}`];
  });
}

/** A run of the newer code is never taken a step further by the old one, nor a run of the old code refused by either. */
function stepsAreRight(runs: readonly Run[]): void {
  for (const { marked, taken, refused } of runs) {
    if (marked) expect(new Set(taken)).toEqual(new Set(['new']));
    else expect(refused).toEqual([]);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the old build first, then both, then the new one alone: what began under the old one ends under the new one', async () => {
  await enter('old');
  const decks = await order();
  await Promise.all(decks.map(inReview));
  await enter('new');
  const decided = await whileBoth(decks);
  const { runs, found } = await finish(decks, decided);
  expect(found).toEqual(NOTHING);
  stepsAreRight(runs);
  expect(runs.map(({ marked }) => marked)).toEqual(decks.map(() => false));
  // Steps of both, in one history.
  expect(runs.filter(({ taken }) => new Set(taken).size === 2).length).toBeGreaterThan(0);
});

test.each([
  ['in one run each', {}],
  ['in runs of two steps, each begun by either', { stepsPerRun: 2 }],
])('both builds from the start, %s: each run ends by the rules that it began with', async (_, settings) => {
  await Promise.all([enter('old'), enter('new')]);
  const decks = await order(settings);
  const decided = await whileBoth(decks);
  const { runs, found } = await finish(decks, decided);
  expect(found).toEqual(NOTHING);
  stepsAreRight(runs);
});

test('the new build first, an old worker joins and leaves: it refuses every deck of the new one', async () => {
  await enter('new');
  const decks = await order();
  await Promise.all(decks.map(inReview));
  await enter('old');
  const decided = await whileBoth(decks);
  const { runs, found } = await finish(decks, decided);
  expect(found).toEqual(NOTHING);
  stepsAreRight(runs);
  expect(runs.map(({ marked }) => marked)).toEqual(decks.map(() => true));
  expect(runs.flatMap(({ refused }) => refused)).toEqual(expect.arrayContaining(['old']));
});
