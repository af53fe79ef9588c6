// `npm run test:package [-- --npx]`: packs the package, installs it with npm in an empty directory, as a user without a
// checkout does, and makes one deck there. With --npx it instead runs the tarball with npx, with an empty npm cache, with
// a full one, and again. Needs the registry. Prints the figures of docs/deployment.md.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'deck-install-'));

/** The program's standard output; its errors go to the terminal. */
function run(cwd, program, ...args) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio, env: outside(), maxBuffer: 64 * 1024 * 1024 });
}

/** Without what npm sets in the environment of a script, which would point back to the checkout. */
function outside() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|DECK_)/i.test(name)));
  return { ...env, npm_config_cache: cache, PATH: [watched, process.env.PATH].join(delimiter) };
}

const cache = join(folder, 'npm-cache');
const watched = join(folder, 'watched');
const uses = join(folder, 'uses');

/** Puts compilers first on PATH that note their use and fail: each native dependency comes with a binary. */
function watchCompilers() {
  mkdirSync(watched);
  for (const name of ['cc', 'gcc', 'c++', 'g++', 'make']) {
    writeFileSync(join(watched, name), `#!/bin/sh\necho ${name} >> '${uses}'\nexit 1\n`, { mode: 0o755 });
  }
}

function printCompilers() {
  const used = existsSync(uses) ? [...new Set(readFileSync(uses, 'utf8').trim().split('\n'))].join(', ') : 'none';
  console.log(`Node ${process.version}: compilers tried in vain: ${used}`);
}

function timed(what, work) {
  const started = performance.now();
  const result = work();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

function expectDeck(stdout) {
  const path = stdout.trimEnd().split('\n').at(-1);
  assert.match(path, /\.pptx$/);
  assert.equal(readFileSync(path).subarray(0, 2).toString('latin1'), 'PK');
  assert.ok(statSync(path).size > 10_000, `${path} is too small`);
}

function install(tarball) {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  timed('npm install', () => run(empty, 'npm', 'install', '--no-audit', '--no-fund', tarball));
  console.log(`installed: ${run(empty, 'du', '-sm', 'node_modules').split('\t')[0]} MB`);
  const deck = (...args) => run(empty, 'npx', '--no-install', 'deck', ...args);
  assert.equal(deck('--version'), `${version}\n`);
  assert.equal(JSON.parse(deck('doctor', '--json')).ok, true);
  expectDeck(timed('first deck', () => deck('run', 'Tide pools', '--yes')));
  // Nothing but the declared entry points is reachable.
  const entries =
    "for (const name of ['', '/worker', '/workflows', '/package.json']) require('durable-presentations' + name)";
  run(empty, process.execPath, '-e', entries);
}

/** Each time in an empty directory. npx keeps what it has installed in the npm cache, below `_npx`. */
function runWithNpx(tarball) {
  const deck = (name) => {
    const cwd = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(cwd);
    const npx = (...args) => run(cwd, 'npx', '--yes', '--package', tarball, 'deck', ...args);
    expectDeck(timed(`npx to a deck, ${name}`, () => npx('run', 'Tide pools', '--yes')));
    assert.equal(npx('--version'), `${version}\n`);
  };
  deck('empty npm cache');
  rmSync(join(cache, '_npx'), { recursive: true });
  deck('full npm cache');
  deck('second time');
}

try {
  const [packed] = JSON.parse(
    timed('pack', () => run(root, 'npm', 'pack', '--json', '--silent', '--pack-destination', folder)),
  );
  const tarball = join(folder, packed.filename);
  console.log(
    `tarball: ${(packed.size / 1e6).toFixed(1)} MB, ${packed.files.length} files, unpacked ${(packed.unpackedSize / 1e6).toFixed(1)} MB`,
  );
  const paths = packed.files.map(({ path }) => path);
  const refused = /\.map$|(^|\/)(test|bench|node_modules|\.deck|\.builds|secrets)\/|(^|\/)\.env|\.(pem|key|log|tgz)$/;
  assert.deepEqual(
    paths.filter((path) => refused.test(path)),
    [],
  );
  assert.ok(packed.size < 8e6, 'the tarball is larger than 8 MB');

  watchCompilers();
  if (process.argv.includes('--npx')) runWithNpx(tarball);
  else install(tarball);
  printCompilers();
  console.log('The package works without a checkout.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
