import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../src/io/package-root';
import { findTemporalExecutable } from '../src/temporal';
import { TEMPORAL_CLI_VERSION } from '../src/temporal/executable';

/** Version that a Temporal CLI prints if it was built from source. */
const UNSTAMPED = '0.0.0-DEV';

/** Everything that a figure depends on besides the code, in one line. */
export async function hostLine(): Promise<string> {
  const { path } = await findTemporalExecutable();
  const { stdout } = await promisify(execFile)(path, ['--version']);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const own = packageOf(packageRoot);
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${cpus().length} cores, ${memory} GB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `Temporal SDK ${packageOf(join(packageRoot, 'node_modules', '@temporalio', 'worker')).version}`,
    `Temporal CLI ${stdout
      .trim()
      .replace(/^temporal version /, '')
      .replace(UNSTAMPED, `${TEMPORAL_CLI_VERSION}, built from source`)}`,
    `${own.name} ${own.version}`,
  ].join('; ');
}

function packageOf(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
}
