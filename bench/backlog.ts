import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { pino } from 'pino';
import { startPresentation } from '../src/api';
import type { PresentationProgress } from '../src/core/messages';
import { startPresentationWorker } from '../src/worker/run-worker';
import { TWENTY_SECONDS } from './against-script';
import { type LocalStack, startLocalStack } from './local-stack';
import { type Paired, pairedOf, pairsAskedFor } from './pairs';

/** Decks of a batch that are started before a worker runs. */
const BATCH = 10_000;
const STARTS_AT_ONCE = 50;
/** The worker is at work before the first measurement. */
const WARM_UP_MS = 10_000;
/** Without priority, a deck waits for all of the batch. */
const PATIENCE_MS = 120_000;

/**
 * Milliseconds from the start of a person's deck to its outline, with a service of 20 s per deck: in front of a batch of
 * 10,000 decks, over an empty queue. Then the same without priority, at most as long as the patience allows.
 */
export async function personBeforeBatch(): Promise<Paired[]> {
  const stack = await startLocalStack({}, TWENTY_SECONDS, { worker: false, durable: true });
  const before = loadavg()[0]!;
  try {
    const alone = await withWorker(stack, async () => {
      await toOutline(stack, 'first');
      return measured(stack, 'alone');
    });
    await startBatch(stack);
    const [inFront, behind] = await withWorker(stack, async () => {
      await delay(WARM_UP_MS);
      const inFront = await measured(stack, 'in-front');
      return [inFront, await toOutline(stack, 'behind', { priorityKey: 4, fairnessKey: 'batch' })] as const;
    });
    const load: [number, number] = [before, loadavg()[0]!];
    const facts = { target: '≤ 3', unit: 'ms' };
    return [
      pairedOf(
        { ...facts, name: 'a person’s deck to its outline, in front of 10,000 batch decks / on an empty queue' },
        alone.map((other, index) => ({ ours: inFront[index]!, other })),
        load,
      ),
      pairedOf(
        {
          ...facts,
          target: '–',
          name: `the same as one of the batch, given up after ${PATIENCE_MS / 1000} s / on an empty queue`,
        },
        [{ ours: behind, other: alone[0]! }],
        load,
      ),
    ];
  } finally {
    await stack.close();
  }
}

async function withWorker<T>({ settings, temporal }: LocalStack, work: () => Promise<T>): Promise<T> {
  const worker = await startPresentationWorker({ settings, temporal, log: pino({ level: 'silent' }) });
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

async function measured(stack: LocalStack, name: string): Promise<number[]> {
  const all: number[] = [];
  for (let deck = 0; deck < pairsAskedFor(); deck += 1) all.push(await toOutline(stack, `${name}-${deck}`));
  return all;
}

async function toOutline(
  { settings, temporal }: LocalStack,
  request: string,
  priority?: { priorityKey: number; fairnessKey: string },
): Promise<number> {
  const began = performance.now();
  const { handle } = await startPresentation(
    temporal.client,
    { uid: 'person', request, title: 'A deck of a person' },
    { taskQueue: settings.temporal.taskQueue, ...(priority === undefined ? {} : { priority }) },
  );
  while (performance.now() - began < PATIENCE_MS && !(await hasOutline(handle))) await delay(20);
  return performance.now() - began;
}

/** A query would wait for a worker like the deck itself, so it asks the server. */
async function hasOutline(handle: Pick<WorkflowHandle, 'describe' | 'query'>): Promise<boolean> {
  const { searchAttributes } = await handle.describe();
  const stage = (searchAttributes as Record<string, unknown[]>).PresentationStage?.[0] as PresentationProgress['stage'];
  return stage === 'review';
}

/** Started as the workflow `batch` starts them. */
async function startBatch({ settings, temporal }: LocalStack): Promise<void> {
  let started = 0;
  const slot = async () => {
    while (started < BATCH) {
      started += 1;
      await startPresentation(
        temporal.client,
        { uid: 'batch', request: `b-${started}`, title: 'A deck of a batch', settings: { review: { mode: 'off' } } },
        { taskQueue: settings.temporal.taskQueue, priority: { priorityKey: 4 } },
      );
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, slot));
}
