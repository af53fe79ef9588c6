import { spawn } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stringify } from 'yaml';
import { packageRoot } from '../src/base/io/package-root';
import { measurePairs, type Paired } from './pairs';
import { killed, startProcessStack } from './processes';
import { benchDirectory } from './stack';

/** `deck worker` until it is ready, with the workflow code bundled by the build over bundled at the start. */
export async function workerReady(): Promise<Paired> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('worker');
    const ready = async (node: string[] = []) => {
      const began = performance.now();
      const worker = await stack.start('worker', configuration, node);
      const seconds = (performance.now() - began) / 1000;
      await killed(worker);
      return seconds;
    };
    return await measurePairs(
      { name: 'start of a worker, pre-bundled / bundled from source', target: '≤ 0.6', unit: 's' },
      { ours: () => ready(), other: () => ready(['--require', join(__dirname, 'from-source.js')]) },
    );
  } finally {
    await stack.close();
  }
}

const BOUND_S = 9;

/** `npm start -- "A title" --yes` in a data directory that is new, until the path of the file is printed; over 9 s. */
export function coldStart(): Promise<Paired> {
  return measurePairs(
    { name: `\`npm start\` in a new directory until the file is written / ${BOUND_S} s`, target: '≤ 1', unit: 's' },
    { ours: secondsToFile, other: BOUND_S },
  );
}

async function secondsToFile(): Promise<number> {
  const directory = benchDirectory();
  const settings = join(directory, 'temporal.yaml');
  writeFileSync(settings, stringify({ data: { directory: 'data' }, output: { directory: 'out' } }));
  try {
    const began = performance.now();
    const child = spawn('npm', ['start', '--', 'A title', '--yes', '--config', settings], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let file = '';
    let seconds = Number.NaN;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith(directory)) continue;
      file = line;
      seconds = (performance.now() - began) / 1000;
    }
    const code = await ended;
    if (code !== 0 || statSync(file).size === 0) throw new Error(`npm start exited with code ${code}, file "${file}"`);
    return seconds;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
