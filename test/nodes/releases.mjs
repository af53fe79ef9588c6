// Releases of Node: the npm packages of package.json beside this file, installed once into the cache.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cache = process.env.DECK_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'deck');

/** PATH with a release first, so that whatever a program starts is that Node too. */
export function pathWith(major) {
  const installed = join(cache, 'node');
  const lock = 'package-lock.json';
  const current = existsSync(join(installed, lock)) && readFileSync(join(installed, lock), 'utf8');
  if (current !== readFileSync(join(here, lock), 'utf8')) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'node-'));
    for (const file of ['package.json', lock]) cpSync(join(here, file), join(folder, file));
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('the releases of Node cannot be installed');
    rmSync(installed, { recursive: true, force: true });
    renameSync(folder, installed);
  }
  const home = join(installed, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
  if (!existsSync(home)) throw new Error(`test/nodes/package.json has no Node ${major} for this system`);
  return [join(home, 'bin'), process.env.PATH].join(delimiter);
}
