import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { forEachLimit } from '../src/base/io/for-each-limit';
import { measurePairs, type Paired, withLoad } from './pairs';
import {
  AT_ONCE,
  type Configuration,
  decide,
  deckHandle,
  killed,
  openReviews,
  type ProcessStack,
  startProcessStack,
} from './processes';

const REVIEWS = 1_000;
const LARGEST_MB = 60;
/** Asked about at first, so that code is compiled before the memory is looked at. */
const WARMING = 50;
/** Decks that have ended before: what a process grows once, for thirty decks on their way, is not held by open reviews. */
const ENDED_BEFORE = 300;
const PROBE = ['--expose-gc', '--require', join(__dirname, 'memory-probe.js')];
const TEN_LINES_QUEUE = 'ten-lines';

/** Starts a worker with the probe. */
type Start = () => Promise<ChildProcess>;

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
/** The first ones warm a worker, the others count. */
const warm = (prefix = '') => ids(`${prefix}warm`, WARMING);
const counted = (prefix = '') => ids(`${prefix}deck`, REVIEWS - WARMING);

/**
 * What a worker holds more after 1,000 decks were brought to their review, with the cache as shipped, over 60 MB; and
 * the same for a new worker that gets a query about all of them, over ten lines that wait.
 */
export async function workerMemory(): Promise<Paired[]> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('worker');
    const startShipped = () => stack.start('worker', configuration, PROBE);
    const startTenLines = await prepareTenLines(stack, configuration);
    await stack.start('service', configuration);
    return [
      await liveMemory(stack, startShipped, configuration),
      await pairedMemory(stack, startShipped, startTenLines),
    ];
  } finally {
    await stack.close();
  }
}

function liveMemory(stack: ProcessStack, start: Start, configuration: Configuration): Promise<Paired> {
  const name = 'worker memory per 1,000 decks brought to review / 60 MB';
  return withLoad({ name, target: '≤ 1', unit: 'MB' }, async () => {
    const child = await start();
    const earlier = ids('ended', ENDED_BEFORE);
    await openReviews(stack, configuration, earlier);
    await forEachLimit(earlier, AT_ONCE, async (request) => {
      const handle = deckHandle(stack, request);
      await decide(handle, 'reject');
      await handle.result();
    });
    const before = await megabytesOf(child);
    await openReviews(stack, configuration, warm());
    await openReviews(stack, configuration, counted());
    const ours = (await megabytesOf(child)) - before;
    await killed(child);
    return [{ ours, other: LARGEST_MB }];
  });
}

async function pairedMemory(stack: ProcessStack, startShipped: Start, startTenLines: Start): Promise<Paired> {
  const first = await startTenLines();
  const names = [...warm(), ...counted()];
  await forEachLimit(names, AT_ONCE, async (workflowId) => {
    await stack.temporal.client.workflow.start('tenLines', { taskQueue: TEN_LINES_QUEUE, workflowId, args: [] });
  });
  await bringIn(stack, names);
  await killed(first);
  const held = async (start: Start, prefix: string) => {
    const child = await start();
    await bringIn(stack, warm(prefix));
    const before = await megabytesOf(child);
    await bringIn(stack, counted(prefix));
    const megabytes = (await megabytesOf(child)) - before;
    await killed(child);
    return megabytes;
  };
  return measurePairs(
    { name: 'memory of a new worker with 1,000 open reviews / ten-line workflow', target: '≤ 1.25', unit: 'MB' },
    { ours: () => held(startShipped, 'presentation/bench/'), other: () => held(startTenLines, '') },
    { pairs: 3 },
  );
}

/** Queries the state of each: a worker that does not know it reads its history and keeps it in its cache. */
function bringIn({ temporal }: ProcessStack, workflowIds: string[]): Promise<void> {
  return forEachLimit(workflowIds, AT_ONCE, async (workflowId) => {
    const handle = temporal.client.workflow.getHandle(workflowId);
    // The queue of a worker that was killed may take the first question, for as long as it is believed to be there.
    await handle.query('progress').catch(() => handle.query('progress'));
  });
}

async function megabytesOf(worker: ChildProcess): Promise<number> {
  // Finished work is still in buffers and short-lived timers.
  await delay(1_000);
  worker.send('memory');
  const [bytes] = await once(worker, 'message');
  return (bytes as number) / 2 ** 20;
}

async function prepareTenLines(stack: ProcessStack, { settings }: Configuration): Promise<Start> {
  const workflowsPath = join(__dirname, 'ten-lines.js');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const bundle = join(stack.directory, 'ten-lines.js');
  writeFileSync(bundle, code);
  const { maxCachedWorkflows, stickyQueueScheduleToStartTimeout } = settings.worker;
  const limits = [maxCachedWorkflows, stickyQueueScheduleToStartTimeout].map(String);
  return () => stack.run([...PROBE, __filename, stack.temporal.address, bundle, ...limits], 'worker ready');
}

/** The program of a worker with the ten lines alone. */
async function workTenLines([address, codePath, cached, sticky]: string[]): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: address! }),
    taskQueue: TEN_LINES_QUEUE,
    workflowBundle: { codePath: codePath! },
    maxCachedWorkflows: Number(cached),
    stickyQueueScheduleToStartTimeout: Number(sticky),
  });
  console.log('worker ready');
  await worker.run();
}

if (require.main === module) void workTenLines(process.argv.slice(2));
