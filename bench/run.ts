import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/io/package-root';
import { benchmarks } from './benchmarks';
import { chosenFrom } from './command-line';
import { machineLine } from './machine';
import { PAIRS_VARIABLE, type Paired } from './pairs';
import { lineOf, mergedResults, type Run } from './results';

const RESULTS = join(packageRoot, 'bench', 'results', 'pairs.md');

/**
 * `npm run bench` measures everything, `npm run bench -- P5 P9 --pairs 3` these alone, and writes bench/results/pairs.md after
 * each. A benchmark prints; it never fails for being slow. One that breaks keeps its old rows, and the others go on.
 */
async function main(): Promise<void> {
  const { ids, pairs } = chosenFrom(process.argv.slice(2), Object.keys(benchmarks));
  const run: Run = { date: new Date().toISOString().slice(0, 10), machine: await machineLine() };
  for (const id of ids) {
    try {
      const ratios = await inProcess(id, pairs);
      for (const ratio of ratios) console.log(lineOf(ratio));
      writeFileSync(RESULTS, mergedResults(written(), new Map([[id, ratios]]), run));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

function written(): string {
  try {
    return readFileSync(RESULTS, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Each in a process of its own: no benchmark meets the heap, the compiled code or the settings of another. */
function inProcess(id: string, pairs: number | undefined): Promise<Paired[]> {
  const env = { ...process.env, ...(pairs === undefined ? {} : { [PAIRS_VARIABLE]: String(pairs) }) };
  const child = fork(join(__dirname, 'measure.js'), [id], { env });
  return new Promise((resolve, reject) => {
    let ratios: Paired[] | undefined;
    child.once('message', (message) => {
      ratios = message as Paired[];
    });
    child.once('error', reject);
    child.once('exit', (code) => (ratios ? resolve(ratios) : reject(new Error(`${id} broke off with ${code}`))));
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
