// `npm run test:nodes [22 24] [-- <jest arguments>]`: runs tests of this checkout under other releases of Node. They are the
// npm packages of package.json beside this file, installed once into the cache; every binding is for all of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const cache = process.env.DECK_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'deck');

/** Whole decks by the packed command, every kept history, both stores, the service's HTTP side. */
const smoke = ['test/deploy/package', 'test/replay/replay', 'test/service/store', 'test/service/http'];

const given = process.argv.slice(2);
const majors = given.filter((argument) => /^\d+$/.test(argument));
const named = given.filter((argument) => !/^\d+$/.test(argument));
const failed = (majors.length > 0 ? majors : ['22', '24']).filter((major) => !passes(release(major)));
if (failed.length > 0) {
  console.error(`Tests failed under Node ${failed.join(' and ')}.`);
  process.exitCode = 1;
}

/** Installs the locked releases if the cache has others; the folder of one of them. */
function release(major) {
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
  return home;
}

function passes(home) {
  // First on PATH, so that whatever a test starts is this Node too.
  const env = { ...process.env, PATH: [join(home, 'bin'), process.env.PATH].join(delimiter) };
  console.log(`Node ${execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()}`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const tests = named.length > 0 ? named : smoke;
  return spawnSync('node', [jest, ...tests], { cwd: root, env, stdio: 'inherit' }).status === 0;
}
