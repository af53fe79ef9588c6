#!/usr/bin/env node
// `npm run build` always builds. `npm run prepare`, which `npm ci`, `npm install` and `npm pack` run, builds only if dist is
// missing or older than a source. The build writes a new folder and renames it to dist at the end: a process that runs
// from dist never finds half of it, and a failed build leaves it as it was.
const { execFileSync } = require('node:child_process');
const {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { buildSync } = require('esbuild');

const root = dirname(__dirname);
const dist = join(root, 'dist');
/** Written last; its time is that of the build's start, so that a source changed during the build counts as newer. */
const stamp = 'complete';
const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'bin',
  'src',
  'workflows',
  'activities',
  'bench',
];
const compiled = /\.tsx?$|\.js(on)?$/;

exports.reasonToBuild = reasonToBuild;
if (require.main === module) main();

function main() {
  if (process.argv.includes('--if-older')) {
    // npx runs `prepare` before the first `npx --no-install deck` and hides its output. It must not replace the code of
    // running workers; bin/deck.js says what to do.
    if (process.env.npm_command === 'exec') return;
    const reason = reasonToBuild();
    if (reason === undefined) return;
    console.error(`Building dist: ${reason}.`);
  }
  removeLeftovers();
  // Of the same length in every build: the bundler draws a frame around its name.
  const folder = join(root, `.dist-${String(process.pid).padStart(7, '0')}`);
  try {
    build(folder);
    replaceDist(folder);
  } catch (error) {
    console.error(`The build failed (${error.message.split('\n')[0]}); dist is as it was.`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns why dist has to be built, or undefined where it is complete and no source is newer. */
function reasonToBuild() {
  const built = statSync(join(dist, stamp), { throwIfNoEntry: false });
  if (built === undefined) return 'it is not complete';
  const newer = sources.flatMap(filesOf).find((path) => changedAfter(path, built.mtimeMs));
  return newer && `${relative(root, newer)} is newer`;
}

/** False for a file that has been deleted since it was listed. */
function changedAfter(path, time) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs > time;
}

function filesOf(name) {
  const path = join(root, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((file) => compiled.test(file))
    .map((file) => join(path, file));
}

function build(folder) {
  const started = new Date();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  tsc('-p', 'tsconfig.json', '--outDir', folder);
  buildPage(join(folder, 'src', 'review', 'page'));
  node(join(folder, 'src', 'worker', 'build-bundles.js'));
  // Before bin/deck.js existed, npm linked `deck` to this file. npx keeps such a link.
  chmodSync(join(folder, 'src', 'cli', 'main.js'), 0o755);
  writeFileSync(join(folder, stamp), '');
  utimesSync(join(folder, stamp), started, started);
}

/** The review page as one module, with what it shares with other programs and the packages that it uses. */
function buildPage(folder) {
  buildSync({
    entryPoints: [join(root, 'src', 'review', 'page', 'main.tsx')],
    outfile: join(folder, 'main.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

function tsc(...args) {
  node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...args);
}

function node(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

function replaceDist(folder) {
  const old = `${folder}-old`;
  for (;;) {
    setAside(old);
    try {
      renameSync(folder, dist);
      break;
    } catch (error) {
      // Another build was quicker, in the moment without dist: its dist is replaced too.
      if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') continue;
      if (existsSync(old)) renameSync(old, dist);
      throw error;
    }
  }
  rmSync(old, { recursive: true, force: true });
}

function setAside(old) {
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(dist, old);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    // A folder from a lower layer of a container's file system cannot be renamed.
    if (error.code !== 'EXDEV') throw error;
    rmSync(dist, { recursive: true, force: true });
  }
}

/** Removes the folders of builds that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const [, pid] = /^\.dist-(\d+)/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
