import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceClient } from '../src/account/service-client';
import { SAME_WAITS, TWENTY_SECONDS } from './against-script';
import { bareDeck } from './bare-deck';
import { runDeck } from './decks';
import { startLocalStack } from './local-stack';
import { startNoOpWorker } from './no-op';
import { measurePairs, type Paired, pairedOf, pairsAskedFor } from './pairs';
import { ASKED_ONCE, stepsOfDeck } from './steps';

const IN_FLIGHT = 30;
/** Decks of one measurement, after one another where the service is instant: the loop is closed, one ends, one begins. */
const INSTANT_DECKS = 45;

/** Decks per minute with Temporal, service, worker and files on one machine. */
export async function throughput(): Promise<Paired[]> {
  return [await againstNoOps(), await againstPromises()];
}

async function againstNoOps(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: ASKED_ONCE }, {}, { durable: true });
  const other = await startNoOpWorker(stack.settings, stack.temporal);
  try {
    const steps = await stepsOfDeck(stack);
    return await measurePairs(
      {
        name: 'decks per minute, instant service / no-op workflows of the same shape',
        target: '≥ 0.75',
        unit: 'per minute',
      },
      {
        ours: () => aMinute(INSTANT_DECKS, () => runDeck(stack, { title: 'One of many' })),
        other: () => aMinute(INSTANT_DECKS, () => other.run(steps)),
      },
    );
  } finally {
    await other.stop();
    await stack.close();
  }
}

/** Of the closed loops against promises: how long their slots take to begin, one after the other, and one window. */
const RAMP_MS = 20_000;
const WINDOW_MS = 20_000;

/**
 * Two closed loops at once, 30 decks in each, on one machine and one service: a deck every 20 s and slot leaves the
 * machine mostly idle, and so both meet the same. Decks a minute are the slots over the mean time of the decks that ended
 * in a window (Little's law), which does not jump by a deck more or less.
 */
async function againstPromises(): Promise<Paired> {
  const sections = { workflow: SAME_WAITS, worker: { concurrency: { jobs: 4 } } };
  const stack = await startLocalStack(sections, TWENTY_SECONDS, { durable: true });
  const client = serviceClient(stack.settings);
  const windows = pairsAskedFor();
  const before = loadavg()[0]!;
  try {
    const [ours, other] = await Promise.all([
      closedLoop(windows, () => runDeck(stack, { title: 'One of many' })),
      closedLoop(windows, () => bareDeck(client, stack.settings, 'One of many')),
    ]);
    return pairedOf(
      {
        name: 'decks per minute, service of 20 s per deck with 4 concurrent jobs / promises',
        target: '≥ 0.95',
        unit: 'per minute',
      },
      ours.map((aMinute, window) => ({ ours: aMinute, other: other[window]! })),
      [before, loadavg()[0]!],
    );
  } finally {
    await client.close();
    await stack.close();
  }
}

/** @returns runs a minute in each window after the ramp */
async function closedLoop(windows: number, run: () => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const end = RAMP_MS + windows * WINDOW_MS;
  const taken: number[][] = Array.from({ length: windows }, () => []);
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, slot) => {
      await delay((slot * RAMP_MS) / IN_FLIGHT);
      while (performance.now() - began < end) {
        const start = performance.now();
        await run();
        const ended = performance.now();
        taken[Math.floor((ended - began - RAMP_MS) / WINDOW_MS)]?.push(ended - start);
      }
    }),
  );
  if (taken.some((ms) => ms.length === 0)) throw new Error('no deck completed within a window; make the window longer');
  return taken.map((ms) => (IN_FLIGHT * 60_000 * ms.length) / ms.reduce((sum, each) => sum + each, 0));
}

/** Closed loop until the given number has ended. @returns runs a minute */
async function aMinute(runs: number, run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = runs;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left > 0) {
        left -= 1;
        await run();
      }
    }),
  );
  return runs / ((performance.now() - began) / 60_000);
}
