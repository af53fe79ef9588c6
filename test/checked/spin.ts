import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '../../src/temporal/executable-install';
import { code, MODEL, type Trace } from './trace';

/** Spin and the C compiler that its checker needs. */
export const hasSpin = (): boolean => ['spin', 'gcc'].every((tool) => onPath(tool, process.env) !== undefined);

export interface Checker {
  /** Visits every behavior. @returns the claim that does not hold, or undefined, and the number of states */
  check(): Promise<{ violated: string | undefined; states: number }>;
  /** Whether the model can make the steps of a history, in their order. */
  accepts(trace: Trace): Promise<boolean>;
  close(): void;
}

const MOST_STEPS = 400_000;
/** Megabytes. */
const MEMORY = 6000;

/** @param macros `TRACE`, a planted mistake, or the bounds of the search. Only a whole search is worth optimizing. */
export function compiled(macros: readonly string[]): Checker {
  const directory = mkdtempSync(join(tmpdir(), 'deck-model-'));
  const defined = macros.map((macro) => `-D${macro}`);
  execFileSync('spin', ['-a', ...defined, MODEL], { cwd: directory });
  // Spin does not see what embedded C reads, so it must not leave out any order of steps.
  const options = [
    '-w',
    '-DSAFETY',
    '-DCOLLAPSE',
    `-DMEMLIM=${MEMORY}`,
    ...(macros.includes('TRACE') ? ['-DNOREDUCE'] : []),
  ];
  const level = macros.some((macro) => /^(TRACE|BUG_)/.test(macro)) ? '-O0' : '-O1';
  execFileSync('gcc', [level, ...options, `-DNEW_RUN=${code('E_NEW_RUN')}`, '-I', __dirname, '-o', 'pan', 'pan.c'], {
    cwd: directory,
  });
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(join(directory, 'pan'), [`-m${MOST_STEPS}`, ...args], {
      cwd: directory,
      env: { ...process.env, DECK_TRACE: join(directory, 'trace') },
    });
    if (/error: max search depth too small|out of memory/.test(stdout)) throw new Error(stdout);
    return stdout;
  };
  return {
    async check() {
      const stdout = await run('-w22');
      const [, violated] = /^pan:1: (.*) \(at depth/m.exec(stdout) ?? [];
      const [, states] = / ([\d.e+]+) states, stored/.exec(stdout)!;
      return { violated, states: Number(states) };
    },
    async accepts({ plan, events }) {
      writeFileSync(join(directory, 'trace'), `${plan.join(' ')}\n${events.join(' ')}\n`);
      // The deck of a history that ends early still waits, which is not an error.
      return /^pan:1: assertion violated/m.test(await run('-E', '-w18'));
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
