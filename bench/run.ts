import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/io/package-root';
import { benchmarks } from './benchmarks';
import { chosenFrom } from './command-line';
import { hostLine } from './host';
import { PAIRS_VARIABLE, type Paired } from './pairs';
import { lineOf, mergedResults, type Run } from './results';

const RESULTS = join(packageRoot, 'bench', 'results', 'pairs.md');

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- polling service --pairs 3` only these. Each updates
 * bench/results/pairs.md when it completes. Slow results never fail a run. A benchmark that throws keeps its old rows,
 * and the others still run.
 */
async function main(): Promise<void> {
  const known = Object.keys(benchmarks);
  const { names, pairs } = chosenFrom(process.argv.slice(2), known);
  const run: Run = { date: new Date().toISOString().slice(0, 10), host: await hostLine() };
  for (const name of names) {
    try {
      const ratios = await inProcess(name, pairs);
      for (const ratio of ratios) console.log(lineOf(name, ratio));
      writeFileSync(RESULTS, mergedResults(written(), new Map([[name, ratios]]), run, known));
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

/** Runs a benchmark in a separate process, so that none affects the heap, compiled code or settings of another. */
function inProcess(name: string, pairs: number | undefined): Promise<Paired[]> {
  const env = { ...process.env, ...(pairs === undefined ? {} : { [PAIRS_VARIABLE]: String(pairs) }) };
  const child = fork(join(__dirname, 'measure.js'), [name], { env });
  return new Promise((resolve, reject) => {
    let ratios: Paired[] | undefined;
    child.once('message', (message) => {
      ratios = message as Paired[];
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      ratios ? resolve(ratios) : reject(new Error(`${name} exited with code ${code} and no result`)),
    );
  });
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
