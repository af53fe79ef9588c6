import { loadavg } from 'node:os';

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

/** Measures both sides in turns, `pairs` times, after one round that does not count. */
export async function measurePairs(
  facts: Pick<Paired, 'name' | 'target' | 'unit'>,
  sides: { ours: () => Promise<number>; other: () => Promise<number> },
  pairs = 7,
): Promise<Paired> {
  await sides.ours();
  await sides.other();
  const before = loadavg()[0]!;
  const ours: number[] = [];
  const other: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // The side that goes first changes, because a warm cache or a throttled core favours one of them.
    for (const side of pair % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)) {
      (side === 'ours' ? ours : other).push(await sides[side]());
    }
  }
  return {
    ...facts,
    pairs,
    ours: spreadOf(ours),
    other: spreadOf(other),
    ratio: spreadOf(ours.map((value, index) => value / other[index]!)),
    load: [before, loadavg()[0]!],
  };
}

export function asRow({ name, target, unit, ratio, ours, other, pairs, load }: Paired): string {
  const show = ({ least, median, most }: Spread, digits: number) =>
    `${median.toFixed(digits)} (${least.toFixed(digits)} – ${most.toFixed(digits)})`;
  return `| ${name} | ${target} | **${show(ratio, 2)}** | ${show(ours, 1)} ${unit} | ${show(other, 1)} ${unit} | ${pairs} | ${load.map((value) => value.toFixed(1)).join(' → ')} |`;
}
