import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../src/temporal';

const run = promisify(execFile);

/** Temporal's SDK for Python on PyPI. */
const SDK = 'temporalio==1.35.0';

/** A Python that has the SDK, or why there is none. Installed once, into the project's cache. */
export async function pythonWithSdk(): Promise<{ python: string } | { reason: string }> {
  let version: string;
  try {
    const { stdout } = await run('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
    version = stdout.trim();
  } catch {
    return { reason: 'this machine has no python3' };
  }
  const target = join(cacheDirectory(), 'python', `${SDK.replace('==', '-')}-${version}`);
  const python = join(target, 'bin', 'python');
  if (await hasSdk(python)) return { python };
  // Made beside its place and moved there whole: a run that is interrupted leaves nothing half installed.
  const making = `${target}.${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    await run('python3', ['-m', 'venv', making], { timeout: 60_000 });
    const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '20', SDK];
    await run(join(making, 'bin', 'python'), pip, { timeout: 180_000 });
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(making, target);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const last = (stderr || message).trim().split('\n').at(-1);
    return { reason: `${SDK} could not be installed from PyPI for Python ${version}: ${last}` };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return { python };
}

async function hasSdk(python: string): Promise<boolean> {
  if (!existsSync(python)) return false;
  return run(python, ['-c', 'import temporalio.client']).then(
    () => true,
    () => false,
  );
}
