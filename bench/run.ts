import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/base/io/package-root';
import { findTemporalExecutable } from '../src/temporal';
import { chosenFrom } from './command-line';
import { PAIRS_VARIABLE, type Paired } from './pairs';
import { lineOf, mergedResults, type Run } from './results';

/**
 * Every benchmark by its name on the command line, in the order of the results. Each is loaded when it runs, because
 * modules of the others would use its memory and its caches.
 */
const benchmarks: Readonly<Record<string, () => Promise<Paired | Paired[]>>> = {
  steps: async () => (await import('./steps.js')).stepCost(),
  script: async () => (await import('./throughput.js')).againstScript(),
  'embedded-temporal': async () => (await import('./steps.js')).embeddedServer(),
  histories: async () => (await import('./histories.js')).histories(),
  polling: async () => (await import('./histories.js')).pollOvershoot(),
  throughput: async () => (await import('./throughput.js')).throughput(),
  'worker-memory': async () => (await import('./memory.js')).workerMemory(),
  'event-streams': async () => (await import('./event-streams.js')).streamReading(),
  service: async () => (await import('./service.js')).serviceThroughput(),
  exports: async () => (await import('./exports.js')).pptxExport(),
  formats: async () => (await import('./formats.js')).formats(),
  recovery: async () => (await import('./recovery.js')).recovery(),
  'long-runs': async () => (await import('./histories.js')).lateEdits(),
  'worker-start': async () => (await import('./start.js')).workerReady(),
  'cold-start': async () => (await import('./start.js')).coldStart(),
  'many-decks': async () => (await import('./many-decks.js')).manyDecks(),
  'many-decks-postgres': async () => (await import('./many-decks.js')).manyDecksInPostgres(),
  backlog: async () => (await import('./backlog.js')).personBeforeBatch(),
};
const MEASURE = '--measure';
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
      const written = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
      writeFileSync(RESULTS, mergedResults(written, new Map([[name, ratios]]), run, known));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** Runs a benchmark in a separate process, so that none affects the heap, compiled code or settings of another. */
function inProcess(name: string, pairs: number | undefined): Promise<Paired[]> {
  const env = { ...process.env, ...(pairs === undefined ? {} : { [PAIRS_VARIABLE]: String(pairs) }) };
  const child = fork(__filename, [MEASURE, name], { env });
  return new Promise((resolve, reject) => {
    child.once('message', (ratios) => resolve(ratios as Paired[]));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} exited with code ${code} and no result`)));
  });
}

async function measure(name: string): Promise<void> {
  // The runner was ended: no one waits for the figures.
  process.once('disconnect', () => process.exit(1));
  const ratios = [await benchmarks[name]!()].flat();
  process.send!(ratios, () => process.exit(0));
}

/** Everything that a figure depends on besides the code, in one line. */
async function hostLine(): Promise<string> {
  const { version, server } = await findTemporalExecutable();
  const versionOf = (folder: string) =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `Temporal SDK ${versionOf(join(packageRoot, 'node_modules', '@temporalio', 'worker'))}`,
    `Temporal CLI ${version} (server ${server})`,
    `durable-presentations ${versionOf(packageRoot)}`,
  ].join('; ');
}

const [, , first, name = ''] = process.argv;
(first === MEASURE ? measure(name) : main()).catch((error: Error) => {
  console.error(first === MEASURE ? error : error.message);
  process.exit(2);
});
