import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Settings } from '../src/config';
import { PRESENTATION } from '../src/presentation/messages';
import type { Memory } from './memory-probe';
import { measurePairs, type Paired, spreadOf } from './pairs';
import { killed, type ProcessStack, startProcessStack, startReady } from './processes';

const REVIEWS = 1_000;
/** Opened at first, so that code is compiled and pools are grown before the memory is looked at. */
const WARMING = 50;
const IN_FLIGHT = 30;
const PROBE = ['--expose-gc', '--require', join(__dirname, 'memory-probe.js')];
const TEN_LINES_QUEUE = 'ten-lines';

async function memoryOf(worker: ChildProcess): Promise<Memory> {
  // What has just been done still lies in buffers and short-lived timers.
  await delay(1_000);
  worker.send('memory');
  const [memory] = await once(worker, 'message');
  return memory as Memory;
}

async function each<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
    }),
  );
}

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Starts decks and waits until a person is asked about all of them. */
async function openReviews({ temporal }: ProcessStack, taskQueue: string, requests: string[]): Promise<void> {
  const { workflow } = temporal.client;
  await each(requests, (request) =>
    workflow.start(PRESENTATION, {
      taskQueue,
      workflowId: `presentation/bench/${request}`,
      args: [{ uid: 'bench', request, title: `Deck ${request}` }],
    }),
  );
  const prefix = requests[0]!.replace(/\d+$/, '');
  const query = `WorkflowId STARTS_WITH 'presentation/bench/${prefix}' AND PresentationStage = 'review'`;
  while ((await workflow.count(query)).count < requests.length) await delay(200);
}

/** Asks each how it stands: a worker that does not know it reads its history and keeps it in its cache. */
function bringIn({ temporal }: ProcessStack, workflowIds: string[]): Promise<void> {
  return each(workflowIds, (workflowId) => temporal.client.workflow.getHandle(workflowId).query('progress'));
}

async function tenLinesWorker(
  { directory, temporal }: ProcessStack,
  { maxCachedWorkflows, stickyQueueScheduleToStartTimeout }: Settings['worker'],
): Promise<() => Promise<ChildProcess>> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(__dirname, 'ten-lines', 'workflow.js'),
    logger: { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} },
  });
  const bundle = join(directory, 'ten-lines.js');
  writeFileSync(bundle, code);
  const args = [
    temporal.address,
    TEN_LINES_QUEUE,
    bundle,
    String(maxCachedWorkflows),
    String(stickyQueueScheduleToStartTimeout),
  ];
  return () => startReady([...PROBE, join(__dirname, 'ten-lines', 'worker.js'), ...args], 'worker ready');
}

/** P7: memory of a worker per 1,000 open reviews with the cache as shipped, over 60 MB and over ten lines that wait. */
export async function workerMemory(reviews = REVIEWS, pairs = 3): Promise<Paired[]> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('worker');
    const { taskQueue } = configuration.settings.temporal;
    const shipped = () => stack.start('worker', configuration, PROBE);
    const startTenLines = await tenLinesWorker(stack, configuration.settings.worker);
    await stack.start('service', configuration);

    const before = loadavg()[0]!;
    let worker = await shipped();
    await openReviews(stack, taskQueue, ids('warm', WARMING));
    const empty = await memoryOf(worker);
    await openReviews(stack, taskQueue, ids('deck', reviews));
    const full = await memoryOf(worker);
    await killed(worker);
    worker = await startTenLines();
    const { workflow } = stack.temporal.client;
    await each([...ids('warm', WARMING), ...ids('deck', reviews)], (workflowId) =>
      workflow.start('tenLines', { taskQueue: TEN_LINES_QUEUE, workflowId, args: [] }),
    );
    await bringIn(stack, ids('deck', reviews));
    await killed(worker);
    console.error(empty, full);

    const held = async (start: () => Promise<ChildProcess>, prefix: string) => {
      const child = await start();
      await bringIn(stack, ids(`${prefix}warm`, WARMING));
      const at = await memoryOf(child);
      await bringIn(stack, ids(`${prefix}deck`, reviews));
      const then = await memoryOf(child);
      await killed(child);
      console.error(prefix, at, then);
      return (then.rss - at.rss) / 2 ** 20;
    };
    const megabytes = (full.rss - empty.rss) / 2 ** 20;
    return [
      {
        name: 'P7 memory of a worker per 1,000 decks brought to their review / 60 MB',
        target: '≤ 1',
        unit: 'MB',
        pairs: 1,
        ratio: spreadOf([megabytes / 60]),
        ours: spreadOf([megabytes]),
        other: spreadOf([60]),
        load: [before, loadavg()[0]!],
      },
      await measurePairs(
        { name: 'P7 the same after a restart / ten lines that wait', target: '≤ 1.25', unit: 'MB' },
        { ours: () => held(shipped, 'presentation/bench/'), other: () => held(startTenLines, '') },
        pairs,
      ),
    ];
  } finally {
    await stack.close();
  }
}
