import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import type { PresentationInput } from '../../src/decks/input/input';
import {
  connectTemporal,
  type DevServer,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { spread } from '../setup/spread';
import { halfWritten, judge, lost } from './checker';
import { type Gate, type HeldCall, type Moment, openGate } from './gate';
import { type Processes, prepareProcesses } from './processes';
import { openTemporalLine, type TemporalLine } from './temporal-line';

/**
 * Row 1 of the fault matrix: each process × every stage × K0 (the service has not seen the call), K1 (it has applied it
 * and no one received it), K2 (the answer arrived and is recorded nowhere). The decks of a round halt at their stages at once, each
 * of a user of its own, when the one kill strikes them all. A deep run has every stage in every round; else every stage is
 * in one of them.
 */

type Victim = 'worker' | 'service' | 'temporal';
type Point = 'K0' | 'K1' | 'K2';

interface Stage {
  stage: string;
  /** Path of its call; left out for the review, which is a message to Temporal. */
  path?: string;
  input?: Partial<PresentationInput>;
}

const stages: Stage[] = [
  { stage: 'task', path: '/api/ai/chat/v2/task' },
  { stage: 'outline', path: '/api/ai/chat/outline' },
  { stage: 'review' },
  { stage: 'content by ticket', path: '/api/ai/chat/v2/content' },
  { stage: 'content by stream', path: '/api/ai/chat/content', input: { content: 'stream' } },
  { stage: 'design', path: '/api/design/v2/save' },
  { stage: 'export', path: '/api/download/export/file' },
  { stage: 'download', path: '/files/' },
];

type Run = (input: PresentationInput) => Promise<PresentationResult>;
type Handle = WorkflowHandleWithFirstExecutionRunId<Run>;

interface StandingDeck {
  stage: string;
  uid: string;
  handle: Handle;
  held: HeldCall | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'deck-matrix-'));
const serverOptions = {
  executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
  dbFile: join(folder, 'temporal.db'),
  headless: true,
  namespaces: ['default', 'service'],
  searchAttributes: presentationSearchAttributes,
};

let server: DevServer;
let gate: Gate;
let line: TemporalLine;
let processes: Processes;
let temporal: TemporalConnection;
const started: Handle[] = [];
const figures = { cells: 0, duplicates: 0, reported: 0 };

beforeAll(async () => {
  server = await startDevServer(serverOptions);
  gate = await openGate();
  line = await openTemporalLine(server.address);
  processes = await prepareProcesses({
    temporalAddress: server.address,
    workerTemporalAddress: line.address,
    serviceUrl: gate.url,
    own: randomUUID().slice(0, 8),
    timing: {},
  });
  gate.target(`http://127.0.0.1:${processes.settings.server.port}`);
  temporal = await connectTemporal(processes.settings);
  await Promise.all([processes.start('service'), processes.start('worker')]);
});
afterAll(async () => {
  await gate?.close();
  await processes?.close();
  await temporal?.close();
  await line?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

async function start(uid: string, input: Partial<PresentationInput>): Promise<Handle> {
  const handle = await temporal.client.workflow.start<Run>(PRESENTATION, {
    taskQueue: processes.settings.temporal.taskQueue,
    workflowId: `presentation/${uid}/r1`,
    workflowTaskTimeout: processes.settings.workflow.timeouts.workflowTask,
    args: [{ uid, request: 'r1', title: 'It must arrive', ...input }],
  });
  started.push(handle);
  return handle;
}

/** Starts a deck and lets it run up to its stage. */
async function standing({ stage, path, input }: Stage, moment: Moment): Promise<StandingDeck> {
  const uid = `user-${randomUUID().slice(0, 8)}`;
  const held = path === undefined ? undefined : gate.hold(uid, path, moment);
  const mode = path === undefined ? 'required' : 'off';
  const handle = await start(uid, { ...input, settings: { review: { mode } } });
  await (held?.reached ?? waiting(handle));
  return { stage, uid, handle, held };
}

async function waiting(handle: Handle): Promise<void> {
  while ((await handle.query<PresentationProgress>('progress')).review === undefined) await pause(50);
}

/** Until the decision is accepted: its sender retries while a process is down, as the command line does. */
async function approve(handle: Handle | undefined, updateId = 'approval'): Promise<void> {
  if (handle === undefined) return;
  for (const end = Date.now() + 600_000; ; await pause(200)) {
    try {
      await handle.executeUpdate('review', { updateId, args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
      return;
    } catch (error) {
      // Taken already, and its answer lost with the process.
      if (/already approved|just decided|already completed/.test(String((error as Error).cause ?? error))) return;
      if (Date.now() > end) throw error;
    }
  }
}

async function restartTemporal(): Promise<void> {
  server = await startDevServer({ ...serverOptions, port: Number(server.address.split(':')[1]) });
}

const strike: Record<Victim, (point: Point, decks: StandingDeck[]) => Promise<void>> = {
  async worker(point, decks) {
    if (point === 'K2') {
      // From here on what the worker says about the answers is not heard.
      line.hold();
      for (const { held } of decks) held?.release();
      await pause(500);
    }
    await processes.kill('worker');
    if (point === 'K2') expect(await unrecorded(decks)).toBe(decks.filter(({ held }) => held !== undefined).length);
    for (const { held } of decks) held?.drop();
    if (point === 'K2') line.restore();
    await processes.start('worker');
  },
  async service(point, decks) {
    // In one step: a service that is not there refuses connections, it does not break them.
    await Promise.all([processes.kill('service'), gate.down()]);
    for (const { held } of decks) point === 'K2' ? held?.release() : held?.drop();
    await pause(500);
    await processes.start('service');
    await gate.up();
  },
  async temporal(point, decks) {
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    if (point === 'K2') {
      for (const { held } of decks) held?.release();
      await pause(500);
    }
    await restartTemporal();
    // K0: the call goes out when the server is there again. K1: its answer is lost.
    for (const { held } of decks) point === 'K0' ? held?.release() : held?.drop();
  },
};

/** Decks whose call was answered and is still open in Temporal. */
async function unrecorded(decks: StandingDeck[]): Promise<number> {
  const open = decks
    .filter(({ held }) => held !== undefined)
    .map(async ({ handle }) => (await handle.describe()).raw.pendingActivities?.length ?? 0);
  return (await Promise.all(open)).reduce((sum, count) => sum + count, 0);
}

/** As whatever looks after processes does: what ends because another one is not there yet is started again. */
async function startUntilReady(part: Victim): Promise<void> {
  if (part === 'temporal') return restartTemporal();
  for (;;) {
    const ready = await processes.start(part).then(
      () => true,
      () => false,
    );
    if (ready) break;
    await pause(200);
  }
  // Not earlier: a service that is not there refuses connections, it does not break them.
  if (part === 'service') await gate.up();
}

const kinds = (['worker', 'service', 'temporal'] as const).flatMap((victim) =>
  (['K0', 'K1', 'K2'] as const).map((point) => ({ victim, point })),
);
const kills = spread(
  kinds.flatMap(({ victim, point }) => stages.map((stage) => ({ victim, point, stage, round: [victim, point] }))),
  ['round', 'stage'],
);
const rounds = kinds.map(({ victim, point }) => {
  const struck = kills.filter((kill) => kill.victim === victim && kill.point === point);
  return { victim, point, stages: struck.map(({ stage }) => stage) };
});

const orders = spread(
  (
    [
      ['temporal', 'service', 'worker'],
      ['temporal', 'worker', 'service'],
      ['service', 'temporal', 'worker'],
      ['service', 'worker', 'temporal'],
      ['worker', 'temporal', 'service'],
      ['worker', 'service', 'temporal'],
    ] as const
  ).map(([first, second, third]) => ({ first, second, third })),
  ['first', 'second', 'third'],
);
const returns = spread(
  orders.flatMap((order) => stages.map((stage) => ({ order, stage }))),
  ['order', 'stage'],
);

/** Of a deck that does not arrive: what it says, and what it waits for. */
async function lastSeen(handle: Handle): Promise<object> {
  const { raw } = await handle.describe();
  const pending = raw.pendingActivities?.map(({ activityType, attempt, lastFailure }) => ({
    activity: activityType?.name,
    attempt,
    failure: lastFailure?.message,
  }));
  const progress = await Promise.race([handle.query<PresentationProgress>('progress'), pause(5000)]);
  return {
    stage: progress?.stage,
    attention: progress?.attention,
    ticket: progress?.ticket,
    exports: progress?.exports,
    pending,
  };
}

/** Of a round that has one: the deck that a person decides about. */
const reviewedOf = (decks: StandingDeck[]) => decks.find(({ held }) => held === undefined)?.handle;

async function allArrive(decks: StandingDeck[]): Promise<void> {
  const ends = await Promise.all(
    decks.map(async ({ stage, uid, handle }) => {
      const result = await Promise.race([handle.result(), pause(120_000)]);
      if (result === undefined) return { stage, outcome: JSON.stringify(await lastSeen(handle)), wrong: [] };
      const { wrong, duplicates } = judge(processes.settings.data.directory, uid, result);
      figures.cells += 1;
      figures.duplicates += duplicates;
      figures.reported += result.possibleDuplicates.length;
      return { stage, outcome: result.outcome, wrong };
    }),
  );
  expect(ends).toEqual(decks.map(({ stage }) => ({ stage, outcome: 'delivered', wrong: [] })));
  expect(halfWritten(processes.settings.output.directory)).toEqual([]);
}

describe('kill -9 at every stage', () => {
  it.each(rounds)(
    'of the $victim at $point: every deck arrives, nothing is lost, nothing is there twice unsaid',
    async ({ victim, point, stages }) => {
      const moment = point === 'K0' ? 'before' : 'applied';
      const decks = await Promise.all(stages.map((stage) => standing(stage, moment)));
      const reviewed = reviewedOf(decks);
      // For the review: the kill before the decision, while it is on its way, and at once after its answer.
      if (point === 'K2') await approve(reviewed);
      const decision = point === 'K1' ? approve(reviewed) : undefined;
      await strike[victim](point, decks);
      await (decision ?? approve(reviewed));

      await allArrive(decks);
    },
  );

  it.each(orders)('of all three at once at K1, started again in the order $first, $second, $third', async (order) => {
    const struck = returns.filter((one) => one.order === order);
    const decks = await Promise.all(struck.map(({ stage }) => standing(stage, 'applied')));
    process.kill(server.pid, 'SIGKILL');
    await Promise.all([processes.kill('worker'), processes.kill('service'), gate.down(), server.ended]);
    for (const { held } of decks) held?.drop();
    const starts: Promise<void>[] = [];
    for (const part of [order.first, order.second, order.third]) {
      const start = startUntilReady(part);
      starts.push(start);
      // One second ahead of the next, or as long as it takes to be ready.
      await Promise.race([start, pause(1000)]);
    }
    await Promise.all(starts);
    await approve(reviewedOf(decks));
    await allArrive(decks);
  });

  const cells = kills.length + returns.length;

  it(`were ${cells} cells: no start without an end, and never more things twice than the results speak of`, async () => {
    expect(figures.cells).toBe(cells);
    expect(await lost(started)).toEqual([]);
    expect(figures.duplicates).toBeLessThanOrEqual(figures.reported);
    if (process.env.DECK_MATRIX) console.log(figures);
  });
});
