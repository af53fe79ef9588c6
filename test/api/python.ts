import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../src/base/io/cache-directory';

const run = promisify(execFile);

/** A package on PyPI, and a module by which it is known to be there. */
interface Requirement {
  package: string;
  module: string;
}

/** A Python that has Temporal's SDK, or why there is none. */
export const pythonWithSdk = () => pythonWith({ package: 'temporalio==1.35.0', module: 'temporalio.client' });

/** A Python that has the library with which most programs in Python speak HTTP, or why there is none. */
export const pythonWithRequests = () => pythonWith({ package: 'requests==2.32.5', module: 'requests' });

/** Installed once, into the project's cache. */
async function pythonWith(needed: Requirement): Promise<{ python: string } | { reason: string }> {
  let version: string;
  try {
    const { stdout } = await run('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
    version = stdout.trim();
  } catch {
    return { reason: 'this machine has no python3' };
  }
  const target = join(cacheDirectory(), 'python', `${needed.package.replace('==', '-')}-${version}`);
  const python = join(target, 'bin', 'python');
  if (await has(python, needed)) return { python };
  // Built next to its final place and moved there whole: a run that is interrupted leaves nothing half installed.
  const making = `${target}.${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    await run('python3', ['-m', 'venv', making], { timeout: 600_000 });
    const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '20', needed.package];
    await run(join(making, 'bin', 'python'), pip, { timeout: 600_000 });
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(making, target);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const last = (stderr || message).trim().split('\n').at(-1);
    return { reason: `${needed.package} could not be installed from PyPI for Python ${version}: ${last}` };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return { python };
}

async function has(python: string, { module }: Requirement): Promise<boolean> {
  if (!existsSync(python)) return false;
  return run(python, ['-c', `import ${module}`]).then(
    () => true,
    () => false,
  );
}
