import { cpuTime } from '../setup/cpu-time';

/** Something that input reaches, with the inputs that may cost it most. */
export interface Subject {
  /** Modules whose work this is, as paths without their ending. */
  modules: readonly string[];
  inputs: Readonly<Record<string, (size: number) => unknown>>;
  run(input: never): unknown;
  /** Size of the larger input; left out: characters of a text. */
  size?: number;
}

export const LARGE = 48_000;
const TIMES = 8;
/** A large input that takes no longer, in milliseconds of work, is harmless whatever its growth. */
const QUICK = 15;
/** How much longer eight times as much may take: linear is 8, n·log n about 10, the square 64. */
const MOST = 24;

/** How much more work the large input is than one of an eighth; undefined where it is quick. */
export async function growthOf(subject: Subject, input: (size: number) => unknown): Promise<number | undefined> {
  const large = subject.size ?? LARGE;
  if ((await work(subject, input(large), 1)) < QUICK) return undefined;
  // Another process or the first compilation may have cost it: only what stays so counts.
  let least = Number.POSITIVE_INFINITY;
  for (const runs of [1, 2, 3, 5]) {
    const small = await work(subject, input(Math.ceil(large / TIMES)), 3 * runs);
    const whole = await work(subject, input(large), runs);
    if (whole < QUICK) return undefined;
    least = Math.min(least, whole / Math.max(small, 0.2));
    if (least <= MOST) return least;
  }
  return least;
}

/** Milliseconds of work, the least of some runs. */
async function work({ run }: Subject, input: unknown, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < runs; at += 1) {
    const before = cpuTime();
    try {
      await run(input as never);
    } catch {
      // A refusal is an answer, too.
    }
    least = Math.min(least, cpuTime() - before);
  }
  return least;
}

/** Inputs whose work grows faster than n·log n, each with its growth. */
export async function tooFast(subject: Subject): Promise<string[]> {
  const found: string[] = [];
  for (const [name, input] of Object.entries(subject.inputs)) {
    const growth = await growthOf(subject, input);
    if (growth !== undefined && growth > MOST) found.push(`${name}: ${growth.toFixed(0)} times as long`);
  }
  return found;
}
