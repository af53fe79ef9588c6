import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stringify } from 'yaml';
import { packageRoot } from '../src/io/package-root';
import { measurePairs, type Paired, spreadOf } from './pairs';

const TARGET_S = 12;
/** What the command says when a part of its work begins. */
const PARTS = {
  temporal: /Starting Temporal/,
  service: /Starting the service/,
  worker: /Starting the worker/,
  deck: /Deck presentation\//,
  content: /content: /,
};

/** `npm start -- "A title" --yes` in a data directory that is new, until the file lies there; over 12 s. */
export async function coldStart(): Promise<Paired> {
  const runs: Record<string, number>[] = [];
  const measured = await measurePairs(
    { name: '`npm start` in a new directory until the file is written / 12 s', target: '≤ 1', unit: 's' },
    {
      async ours() {
        const run = await oneDeck();
        runs.push(run);
        return run.file!;
      },
      other: async () => TARGET_S,
    },
  );
  const begins = Object.keys(PARTS).map((part) => {
    const { median } = spreadOf(runs.flatMap((run) => run[part] ?? []));
    return `${part} from ${median.toFixed(1)}`;
  });
  return { ...measured, name: `${measured.name} (${begins.join(', ')})` };
}

/** @returns seconds from the command until each part began, and until the path of the file was printed */
async function oneDeck(): Promise<Record<string, number>> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-bench-'));
  const settings = join(directory, 'temporal.yaml');
  writeFileSync(settings, stringify({ data: { directory: 'data' }, output: { directory: 'out' } }));
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const run: Record<string, number> = {};
  try {
    const child = spawn('npm', ['start', '--', 'A title', '--yes', '--config', settings], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    createInterface({ input: child.stderr }).on('line', (line) => {
      for (const [part, words] of Object.entries(PARTS)) if (words.test(line)) run[part] ??= elapsed();
    });
    let file = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith(directory)) return;
      file = line;
      run.file = elapsed();
    });
    const code = await ended;
    if (code !== 0 || statSync(file).size === 0)
      throw new Error(`npm start exited with code ${code}, file ${JSON.stringify(file)}`);
    return run;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
