import { setTimeout as delay } from 'node:timers/promises';
import { forEachLimit } from '../src/base/io/for-each-limit';
import { startPresentation } from '../src/decks/api';
import { startPresentationWorker } from '../src/worker/run-worker';
import { type Paired, pairsAskedFor, withLoad } from './pairs';
import { type LocalStack, silent, startLocalStack } from './stack';
import { TWENTY_SECONDS } from './throughput';

/** Decks of a batch that are started before a worker runs. */
const BATCH = 10_000;
const STARTS_AT_ONCE = 50;
/** The worker is at work before the first measurement. */
const WARM_UP_MS = 10_000;

/**
 * Milliseconds from the start of a person's deck to its outline, with a service of 20 s per deck: in front of a batch of
 * 10,000 decks, over an empty queue.
 */
export async function personBeforeBatch(): Promise<Paired> {
  const stack = await startLocalStack({}, TWENTY_SECONDS, { worker: false, durable: true });
  const name = 'a person’s deck to its outline, in front of 10,000 batch decks / on an empty queue';
  try {
    return await withLoad({ name, target: '≤ 3', unit: 'ms' }, async () => {
      const alone = await withWorker(stack, async () => {
        await toOutline(stack, 'first');
        return several(stack, 'alone');
      });
      await startBatch(stack);
      const inFront = await withWorker(stack, async () => {
        await delay(WARM_UP_MS);
        return several(stack, 'in-front');
      });
      return alone.map((other, index) => ({ ours: inFront[index]!, other }));
    });
  } finally {
    await stack.close();
  }
}

async function withWorker<T>({ settings, temporal }: LocalStack, work: () => Promise<T>): Promise<T> {
  const worker = await startPresentationWorker({ settings, temporal, log: silent });
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

async function several(stack: LocalStack, name: string): Promise<number[]> {
  const all: number[] = [];
  for (let deck = 0; deck < pairsAskedFor(); deck += 1) all.push(await toOutline(stack, `${name}-${deck}`));
  return all;
}

/** A query would wait for a worker like the deck itself, so it asks the server. */
async function toOutline({ settings, temporal }: LocalStack, request: string): Promise<number> {
  const began = performance.now();
  const { handle } = await startPresentation(
    temporal.client,
    { uid: 'person', request, title: 'A deck of a person' },
    { taskQueue: settings.temporal.taskQueue },
  );
  const stageOf = async () =>
    ((await handle.describe()).searchAttributes as Record<string, unknown[]>).PresentationStage?.[0];
  while ((await stageOf()) !== 'review') await delay(20);
  return performance.now() - began;
}

/** Started as the workflow `batch` starts them. */
function startBatch({ settings, temporal }: LocalStack): Promise<void> {
  const requests = Array.from({ length: BATCH }, (_, at) => `b-${at}`);
  return forEachLimit(requests, STARTS_AT_ONCE, async (request) => {
    await startPresentation(
      temporal.client,
      { uid: 'batch', request, title: 'A deck of a batch', settings: { review: { mode: 'off' } } },
      { taskQueue: settings.temporal.taskQueue, priority: { priorityKey: 4 } },
    );
  });
}
