import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../src/io/package-root';
import { findTemporalExecutable } from '../src/temporal';
import { TEMPORAL_CLI_VERSION } from '../src/temporal/executable';

/** What a Temporal CLI says of its version that was not built by its makers. */
const UNSTAMPED = '0.0.0-DEV';

/** What a figure depends on beside the code: one line. */
export async function machineLine(): Promise<string> {
  const { path } = await findTemporalExecutable();
  const { stdout } = await promisify(execFile)(path, ['--version']);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const own = packageOf(packageRoot);
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GB`,
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
