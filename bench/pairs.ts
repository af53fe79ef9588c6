import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** One ratio of the targets: both sides measured in one run, in turns, so that the machine's mood hits both. */
export interface Paired extends Facts {
  /** Median and spread of each side and of their ratio. */
  ratio: Spread;
  ours: Spread;
  other: Spread;
  pairs: number;
  /** One-minute load of the machine before and after. */
  load: [number, number];
}

interface Facts {
  name: string;
  target: string;
  unit: string;
}

export interface Spread {
  least: number;
  median: number;
  most: number;
}

export function spreadOf(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { least: sorted[0]!, median: sorted[Math.floor(sorted.length / 2)]!, most: sorted.at(-1)! };
}

interface Sides {
  ours: () => Promise<number>;
  /** A number is a bound, the same in every pair. */
  other: (() => Promise<number>) | number;
}
type Measured = Record<keyof Sides, number>;

/** `--pairs` of the command line, for the process that measures. */
export const PAIRS_VARIABLE = 'DECK_BENCH_PAIRS';

/** How many pairs are measured instead of the given number. */
export function pairsAskedFor(usual = 7): number {
  return Number(process.env[PAIRS_VARIABLE] ?? usual);
}

interface Measuring {
  /** How many, unless the command line says otherwise. */
  pairs?: number;
  /**
   * For work that waits more than it does: both sides of a pair run at once, and a pair begins this number of milliseconds
   * after the one before, whether that has ended or not. Otherwise the sides run in turns.
   */
  beginEvery?: number;
}

/** Measures both sides, after one round that does not count. */
export async function measurePairs(facts: Facts, sides: Sides, options: Measuring = {}): Promise<Paired> {
  const { pairs, beginEvery } = options;
  const measure = beginEvery === undefined ? inTurns : overlapping(beginEvery);
  await measure(sides, 1);
  return withLoad(facts, () => measure(sides, pairsAskedFor(pairs)));
}

/** The ratio of what a function measures, with the load of the machine before and after. */
export async function withLoad(facts: Facts, measure: () => Promise<Measured[]>): Promise<Paired> {
  const before = loadavg()[0]!;
  return pairedOf(facts, await measure(), [before, loadavg()[0]!]);
}

export function pairedOf(facts: Facts, measured: Measured[], load: [number, number]): Paired {
  return {
    ...facts,
    pairs: measured.length,
    ours: spreadOf(measured.map(({ ours }) => ours)),
    other: spreadOf(measured.map(({ other }) => other)),
    ratio: spreadOf(measured.map(({ ours, other }) => ours / other)),
    load,
  };
}

/** Seconds that something takes. */
export async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

async function inTurns({ ours, other }: Sides, pairs: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // The side that goes first changes, because a warm cache or a throttled core favours one of them.
    const early = pair % 2 === 0 ? await ours() : undefined;
    const against = typeof other === 'number' ? other : await other();
    measured.push({ ours: early ?? (await ours()), other: against });
  }
  return measured;
}

function overlapping(beginEvery: number) {
  return ({ ours, other }: Sides, pairs: number): Promise<Measured[]> =>
    Promise.all(
      Array.from({ length: pairs }, async (_, pair) => {
        await delay(pair * beginEvery);
        const [own, against] = await Promise.all([ours(), typeof other === 'number' ? other : other()]);
        return { ours: own, other: against };
      }),
    );
}
