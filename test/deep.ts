import { SeededRandom } from '../src/service/writer/random';

/**
 * Counts of the attacks: few enough for every change in CI, or those of a deep run (`npm run deep`, which sets
 * `DECK_DEEP=1`; a fraction such as 0.1 runs that part of it). docs/internals/faults.md lists the results of deep runs.
 */
export const DEEP = Number(process.env.DECK_DEEP ?? 0);
/** Whether tables of unit tests are complete: in test/faults/complete-tables, and in a deep run. */
export const COMPLETE = DEEP > 0 || (globalThis as { completeTables?: boolean }).completeTables === true;
/** Runs of a property: a fifth of them in unit tests, all in test/faults/complete-tables. */
export const runs = (all: number): number => (COMPLETE ? all : Math.ceil(all / 5));
export const cells = (ci: number, deep: number): number => Math.max(ci, Math.round(deep * DEEP));

/** The same in every run, unless another is given: it must be possible to repeat a failed run. */
export const SEED = Number(process.env.DECK_DEEP_SEED ?? 20_250_304);

/** Prints what was done, next to the figures. */
export const figure = (text: string): void => void process.stderr.write(`figure: ${text}\n`);

/** What a seed decides, in the words of tests that draw millions of cases. */
export class Draw extends SeededRandom {
  constructor(seed: number) {
    super(String(seed));
  }

  /** A whole number from 0 to below `most`. */
  below(most: number): number {
    return this.integer(0, most - 1);
  }

  /** True once in this number of draws. */
  onceIn(many: number): boolean {
    return this.below(many) === 0;
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }
}
