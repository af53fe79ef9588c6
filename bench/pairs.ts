import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** One ratio of the targets: both sides measured in one run, in turns, so that the machine's mood hits both. */
export interface Paired {
  name: string;
  target: string;
  /** Median and spread of each side and of their ratio. */
  ratio: Spread;
  ours: Spread;
  other: Spread;
  unit: string;
  pairs: number;
  /** One-minute load of the machine before and after. */
  load: [number, number];
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

export interface Measuring {
  /** How many, unless the command line says otherwise. */
  pairs?: number;
  /**
   * For work that waits more than it does: both sides of a pair run at once, and a pair begins this number of milliseconds
   * after the one before, whether that has ended or not. Otherwise the sides run in turns.
   */
  beginEvery?: number;
}

interface Sides {
  ours: () => Promise<number>;
  other: () => Promise<number>;
}
type Measured = Record<keyof Sides, number>;

/** `--pairs` of the command line, for the process that measures. */
export const PAIRS_VARIABLE = 'DECK_BENCH_PAIRS';

/** How many pairs are measured instead of the given number. */
export function pairsAskedFor(usual = 7): number {
  return Number(process.env[PAIRS_VARIABLE] ?? usual);
}

/** Measures both sides, after one round that does not count. */
export async function measurePairs(
  facts: Pick<Paired, 'name' | 'target' | 'unit'>,
  sides: Sides,
  { pairs, beginEvery }: Measuring = {},
): Promise<Paired> {
  const count = pairsAskedFor(pairs);
  await (beginEvery === undefined ? inTurns(sides, 1) : overlapping(sides, 1, beginEvery));
  const before = loadavg()[0]!;
  const measured = await (beginEvery === undefined ? inTurns(sides, count) : overlapping(sides, count, beginEvery));
  return pairedOf(facts, measured, [before, loadavg()[0]!]);
}

export function pairedOf(
  facts: Pick<Paired, 'name' | 'target' | 'unit'>,
  measured: Measured[],
  load: [number, number],
): Paired {
  return {
    ...facts,
    pairs: measured.length,
    ours: spreadOf(measured.map(({ ours }) => ours)),
    other: spreadOf(measured.map(({ other }) => other)),
    ratio: spreadOf(measured.map(({ ours, other }) => ours / other)),
    load,
  };
}

async function inTurns(sides: Sides, pairs: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const seen: Measured = { ours: Number.NaN, other: Number.NaN };
    // The side that goes first changes, because a warm cache or a throttled core favours one of them.
    for (const side of pair % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)) {
      seen[side] = await sides[side]();
    }
    measured.push(seen);
  }
  return measured;
}

function overlapping(sides: Sides, pairs: number, beginEvery: number): Promise<Measured[]> {
  return Promise.all(
    Array.from({ length: pairs }, async (_, pair) => {
      await delay(pair * beginEvery);
      const [ours, other] = await Promise.all([sides.ours(), sides.other()]);
      return { ours, other };
    }),
  );
}
