// `npm run test:nodes [22 24] [-- <jest arguments>]`: runs tests of this checkout under other releases of Node, in a copy
// outside of it, because SQLite's binding is compiled for one release. Everything comes from npm: the package of a release
// has its headers too. The releases and compiled bindings stay in the cache.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const cache = join(
  process.env.DECK_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'deck'),
  'node',
);

/** A whole deck by the packed command, every kept history, both stores, the service's HTTP side. */
const smoke = ['test/deploy/package', 'test/replay/replay', 'test/service/store', 'test/service/http'];

const majors = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const named = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const failed = (majors.length > 0 ? majors : ['22', '24']).filter((major) => !passes(release(major)));
if (failed.length > 0) {
  console.error(`Tests failed under Node ${failed.join(' and ')}.`);
  process.exitCode = 1;
}

/** Installs the locked releases into the cache once; the folder of one of them. */
function release(major) {
  const installed = join(cache, 'releases');
  const lock = 'package-lock.json';
  const current = existsSync(join(installed, lock)) && readFileSync(join(installed, lock), 'utf8');
  if (current !== readFileSync(join(here, lock), 'utf8')) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'new-'));
    cpSync(join(here, 'package.json'), join(folder, 'package.json'));
    cpSync(join(here, lock), join(folder, lock));
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    rmSync(installed, { recursive: true, force: true });
    renameSync(folder, installed);
  }
  const home = join(installed, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
  if (!existsSync(home)) throw new Error(`test/nodes/package.json has no Node ${major} for this system`);
  return home;
}

function passes(home) {
  const path = [join(home, 'bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_nodedir: home, DECK_TEST_BUILD: 'skip' };
  const folder = mkdtempSync(join(tmpdir(), 'deck-node-'));
  try {
    copyCheckout(folder);
    compileBinding(folder, env);
    run('node', ['bin/build.js', '--if-older'], { cwd: folder, env });
    console.log(`Node ${execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()}`);
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const tests = named.length > 0 ? named : smoke;
    return spawnSync('node', [jest, ...tests], { cwd: folder, env, stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that git knows, and what is built and installed. */
function copyCheckout(folder) {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const preserveTimestamps = true;
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file), { preserveTimestamps });
  for (const name of ['dist', 'node_modules'].filter((name) => existsSync(join(root, name))))
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps, verbatimSymlinks: true });
}

/** Compiles the binding of SQLite, or takes it from the cache. */
function compileBinding(folder, env) {
  const binding = join(folder, 'node_modules', 'better-sqlite3');
  const { version } = JSON.parse(readFileSync(join(binding, 'package.json'), 'utf8'));
  const abi = execFileSync('node', ['-p', 'process.versions.modules'], { env, encoding: 'utf8' }).trim();
  const kept = join(cache, `better-sqlite3-${version}-${process.platform}-${process.arch}-${abi}.node`);
  const compiled = join(binding, 'build', 'Release', 'better_sqlite3.node');
  if (existsSync(kept)) {
    rmSync(compiled, { force: true });
    cpSync(kept, compiled);
    return;
  }
  run('npm', ['rebuild', 'better-sqlite3', '--build-from-source'], { cwd: folder, env });
  cpSync(compiled, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
