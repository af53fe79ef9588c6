import { setTimeout as delay } from 'node:timers/promises';
import { serviceClient } from '../src/client/account/service-client';
import type { Timing } from '../src/service/domain/timing';
import { startNoOpWorker } from './no-op';
import { measurePairs, type Paired, pairsAskedFor, secondsOf, withLoad } from './pairs';
import { makeDeck, straight } from './peers/deck';
import { runDeck, startLocalStack } from './stack';
import { ASKED_ONCE, stepsOfDeck } from './steps';

const TITLE = 'Quarterly review of a coffee chain';
const BARE = { uid: 'bare', title: TITLE };
/** The waits of `temporal.yaml`, all of them the same on both sides: no jitter. */
const SAME_WAITS = { polling: { jitter: 0 }, review: { mode: 'off' }, onFailure: 'fail' };
/** Delays with which a deck takes about 20 s: 3 s its outline, a content job of 4 s, an export of 2 s, the polls around them. */
export const TWENTY_SECONDS: Partial<Timing> = { outlineFragmentMs: 40, contentFragmentMs: 8, exportMs: 2000 };

const IN_FLIGHT = 30;
/** Decks of one measurement, after one another where the service is instant: the loop is closed, one ends, one begins. */
const INSTANT_DECKS = 45;

/** Seconds of a durable deck over a script that makes the same calls, by the same schedule of polls. */
export async function againstScript(): Promise<Paired[]> {
  return [
    await wholeDecks('service of about 20 s per deck', TWENTY_SECONDS),
    await wholeDecks('instant service, poll delays only', {}),
  ];
}

async function wholeDecks(profile: string, timing: Partial<Timing>): Promise<Paired> {
  const stack = await startLocalStack({ workflow: SAME_WAITS }, timing, { durable: true });
  const client = serviceClient(stack.settings);
  try {
    return await measurePairs(
      { name: `deck / plain script, ${profile}`, target: '≤ 1.05', unit: 's' },
      {
        ours: async () => (await runDeck(stack, { title: TITLE })).ms / 1000,
        other: () => secondsOf(() => makeDeck(client, stack.settings, BARE, straight)),
      },
      { beginEvery: 1500 },
    );
  } finally {
    await client.close();
    await stack.close();
  }
}

/** Decks per minute with Temporal, service, worker and files on one machine. */
export async function throughput(): Promise<Paired[]> {
  return [await againstNoOps(), await againstPromises()];
}

async function againstNoOps(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: ASKED_ONCE }, {}, { durable: true });
  const other = await startNoOpWorker(stack.settings, stack.temporal);
  const name = 'decks per minute, instant service / no-op workflows of the same shape';
  try {
    const steps = await stepsOfDeck(stack);
    return await measurePairs(
      { name, target: '≥ 0.75', unit: 'per minute' },
      {
        ours: () => aMinute(INSTANT_DECKS, () => runDeck(stack, { title: TITLE })),
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
  const name = 'decks per minute, service of 20 s per deck with 4 concurrent jobs / promises';
  try {
    return await withLoad({ name, target: '≥ 0.95', unit: 'per minute' }, async () => {
      const windows = pairsAskedFor();
      const [ours, other] = await Promise.all([
        closedLoop(windows, () => runDeck(stack, { title: TITLE })),
        closedLoop(windows, () => makeDeck(client, stack.settings, BARE, straight)),
      ]);
      return ours.map((aMinute, window) => ({ ours: aMinute, other: other[window]! }));
    });
  } finally {
    await client.close();
    await stack.close();
  }
}

/** @returns runs a minute in each window after the ramp */
async function closedLoop(windows: number, run: () => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const taken: number[][] = Array.from({ length: windows }, () => []);
  const lane = async (slot: number) => {
    await delay((slot * RAMP_MS) / IN_FLIGHT);
    while (performance.now() - began < RAMP_MS + windows * WINDOW_MS) {
      const seconds = await secondsOf(run);
      taken[Math.floor((performance.now() - began - RAMP_MS) / WINDOW_MS)]?.push(seconds);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, slot) => lane(slot)));
  if (taken.some((ended) => ended.length === 0)) throw new Error('no deck ended within a window; make it longer');
  return taken.map((ended) => (IN_FLIGHT * 60 * ended.length) / ended.reduce((sum, each) => sum + each, 0));
}

/** Closed loop until the given number has ended. @returns runs a minute */
async function aMinute(runs: number, run: () => Promise<unknown>): Promise<number> {
  let left = runs;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  return (60 * runs) / (await secondsOf(() => Promise.all(Array.from({ length: IN_FLIGHT }, lane))));
}
