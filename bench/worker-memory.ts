import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Settings } from '../src/config';
import { forEachLimit } from '../src/io/for-each-limit';
import type { Memory } from './memory-probe';
import { openReviews } from './open-reviews';
import { measurePairs, type Paired, pairedOf } from './pairs';
import { killed, type ProcessStack, startProcessStack } from './processes';

const REVIEWS = 1_000;
const LARGEST_MB = 60;
/** Asked about at first, so that code is compiled before the memory is looked at. */
const WARMING = 50;
/** Decks that have ended before: what a process grows once, for thirty decks on their way, is not held by open reviews. */
const ENDED_BEFORE = 300;
const IN_FLIGHT = 30;
const PROBE = ['--expose-gc', '--require', join(__dirname, 'memory-probe.js')];
const TEN_LINES_QUEUE = 'ten-lines';

async function memoryOf(worker: ChildProcess): Promise<Memory> {
  // Finished work is still in buffers and short-lived timers.
  await delay(1_000);
  worker.send('memory');
  const [memory] = await once(worker, 'message');
  return memory as Memory;
}

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

async function rejected({ temporal }: ProcessStack, request: string): Promise<void> {
  const handle = temporal.client.workflow.getHandle(`presentation/bench/${request}`);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'reject', reviewer: 'bench' }] });
  await handle.result().catch(() => undefined);
}

/** Queries the state of each: a worker that does not know it reads its history and keeps it in its cache. */
function bringIn({ temporal }: ProcessStack, workflowIds: string[]): Promise<void> {
  return forEachLimit(workflowIds, IN_FLIGHT, async (workflowId) => {
    const handle = temporal.client.workflow.getHandle(workflowId);
    // The queue of a worker that was killed may take the first question, for as long as it is believed to be there.
    await handle.query('progress').catch(() => handle.query('progress'));
  });
}

async function prepareTenLines(stack: ProcessStack, worker: Settings['worker']): Promise<() => Promise<ChildProcess>> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(__dirname, 'ten-lines', 'workflow.js'),
    logger: { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} },
  });
  const bundle = join(stack.directory, 'ten-lines.js');
  writeFileSync(bundle, code);
  const limits = [worker.maxCachedWorkflows, worker.stickyQueueScheduleToStartTimeout].map(String);
  const program = join(__dirname, 'ten-lines', 'worker.js');
  return () =>
    stack.run([...PROBE, program, stack.temporal.address, TEN_LINES_QUEUE, bundle, ...limits], 'worker ready');
}

/**
 * What a worker holds more after 1,000 decks were brought to their review, with the cache as shipped, over 60 MB; and
 * the same for a new worker that gets a query about all of them, over ten lines that wait.
 */
export async function workerMemory(reviews = REVIEWS, pairs = 3): Promise<Paired[]> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('worker');
    const { temporal, worker } = configuration.settings;
    const startShipped = () => stack.start('worker', configuration, PROBE);
    const startTenLines = await prepareTenLines(stack, worker);
    await stack.start('service', configuration);
    return [
      await liveMemory(stack, startShipped, temporal.taskQueue, reviews),
      await pairedMemory(stack, { startShipped, startTenLines }, reviews, pairs),
    ];
  } finally {
    await stack.close();
  }
}

async function liveMemory(
  stack: ProcessStack,
  start: () => Promise<ChildProcess>,
  taskQueue: string,
  reviews: number,
): Promise<Paired> {
  const before = loadavg()[0]!;
  const child = await start();
  const earlier = ids('ended', ENDED_BEFORE);
  await openReviews(stack, taskQueue, earlier);
  await forEachLimit(earlier, IN_FLIGHT, (request) => rejected(stack, request));
  const warm = await memoryOf(child);
  // The other benchmark queries the first ones.
  await openReviews(stack, taskQueue, ids('warm', WARMING));
  await openReviews(stack, taskQueue, ids('deck', reviews - WARMING));
  const megabytes = more(warm, await memoryOf(child));
  await killed(child);
  return pairedOf(
    { name: 'worker memory per 1,000 decks brought to review / 60 MB', target: '≤ 1', unit: 'MB' },
    [{ ours: megabytes, other: LARGEST_MB }],
    [before, loadavg()[0]!],
  );
}

async function pairedMemory(
  stack: ProcessStack,
  { startShipped, startTenLines }: Record<'startShipped' | 'startTenLines', () => Promise<ChildProcess>>,
  reviews: number,
  pairs: number,
): Promise<Paired> {
  const first = await startTenLines();
  const names = [...ids('warm', WARMING), ...ids('deck', reviews - WARMING)];
  await forEachLimit(names, IN_FLIGHT, async (workflowId) => {
    await stack.temporal.client.workflow.start('tenLines', { taskQueue: TEN_LINES_QUEUE, workflowId, args: [] });
  });
  await bringIn(stack, names);
  await killed(first);
  const held = async (start: () => Promise<ChildProcess>, prefix: string) => {
    const child = await start();
    await bringIn(stack, ids(`${prefix}warm`, WARMING));
    const warm = await memoryOf(child);
    await bringIn(stack, ids(`${prefix}deck`, reviews - WARMING));
    const megabytes = more(warm, await memoryOf(child));
    await killed(child);
    return megabytes;
  };
  return measurePairs(
    {
      name: 'memory of a new worker with 1,000 open reviews / ten-line workflow',
      target: '≤ 1.25',
      unit: 'MB',
    },
    { ours: () => held(startShipped, 'presentation/bench/'), other: () => held(startTenLines, '') },
    { pairs },
  );
}

/** Megabytes between two looks at a process. */
function more(before: Memory, after: Memory): number {
  return (after.rss - before.rss) / 2 ** 20;
}
