// `npm run test:package [-- 20 22 24] [-- --npx]`: packs the package, installs it with npm in an empty directory, as a user
// without a checkout does, imports every entry, and makes one deck by `deck run` and one under `deck dev` there: on this
// Node, or on each release that is named. With --npx it instead runs the tarball with npx, with an empty npm cache, with a
// full one, and again. Needs the registry. Prints the figures of docs/deployment.md.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathWith } from '../nodes/releases.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
let path = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), 'deck-install-'));

/** The program's standard output; its errors go to the terminal. */
function run(cwd, program, ...args) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio, env: outside(), maxBuffer: 64 * 1024 * 1024 });
}

/** Without what npm sets in the environment of a script, which would point back to the checkout. */
function outside() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|DECK_)/i.test(name)));
  return { ...env, npm_config_cache: cache, PATH: [watched, path].join(delimiter) };
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
  console.log(`compilers tried in vain: ${used}`);
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

async function install(tarball) {
  const empty = mkdtempSync(join(folder, 'empty-'));
  const node = run(empty, 'node', '--version').trim();
  timed(`Node ${node}: npm install`, () => run(empty, 'npm', 'install', '--no-audit', '--no-fund', tarball));
  console.log(`installed: ${run(empty, 'du', '-sm', 'node_modules').split('\t')[0]} MB`);
  const deck = (...args) => run(empty, 'npx', '--no-install', 'deck', ...args);
  assert.equal(deck('--version'), `${version}\n`);
  assert.equal(JSON.parse(deck('doctor', '--json')).ok, true);
  importEntries(empty);
  expectDeck(timed('first deck', () => deck('run', 'Tide pools', '--yes')));
  await underDev(empty);
}

/** Every declared entry by both ways, and nothing else. */
function importEntries(empty) {
  const names = Object.keys(exports).map((entry) => `durable-presentations${entry.slice(1).replace('*', 'input')}`);
  assert.ok(names.length > 7);
  const required = `for (const name of ${JSON.stringify(names)}) if (Object.keys(require(name)).length < 1) throw name`;
  run(empty, 'node', '-e', required);
  const code = names.filter((name) => !name.endsWith('.json'));
  run(empty, 'node', '--input-type=module', '-e', `for (const name of ${JSON.stringify(code)}) await import(name)`);
  const other = "import('durable-presentations/dist/src/cli/main.js').then(() => process.exit(1), () => {})";
  run(empty, 'node', '-e', other);
}

async function underDev(empty) {
  const settings = { server: { port: 0 }, reviewServer: { port: 0 }, temporal: { address: '127.0.0.1:0', uiPort: 0 } };
  writeFileSync(join(empty, 'temporal.yaml'), JSON.stringify({ ...settings, workflow: { review: { mode: 'off' } } }));
  const dev = spawn('node', [join('node_modules', '.bin', 'deck'), 'dev'], { cwd: empty, env: outside() });
  const ended = once(dev, 'exit');
  let said = '';
  const ready = new Promise((resolve) => {
    for (const stream of [dev.stdout, dev.stderr]) {
      stream.on('data', (text) => {
        said += text;
        if (said.includes('Ready.')) resolve();
      });
    }
  });
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(`deck dev ended:\n${said}`)))]);
  try {
    const deck = () => run(empty, 'npx', '--no-install', 'deck', 'start', 'Tide pools', '--key', 'r1', '--wait');
    expectDeck(timed('deck under deck dev', deck));
  } finally {
    dev.kill('SIGINT');
  }
  assert.deepEqual(await ended, [0, null]);
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
  assert.ok(packed.size < 24e6, 'the tarball is larger than 24 MB');

  watchCompilers();
  const majors = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
  if (process.argv.includes('--npx')) runWithNpx(tarball);
  else if (majors.length === 0) await install(tarball);
  for (const major of majors) {
    path = pathWith(major);
    await install(tarball);
  }
  printCompilers();
  console.log('The package works without a checkout.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
