#!/usr/bin/env node
// `npm run build` always builds. `npm run prepare`, which `npm ci`, `npm install` and `npm pack` run, builds only if dist is
// missing or older than a source. The build writes a new folder and renames it to dist at the end, so a failed build
// leaves dist as it was. A copy of every build stays in .builds while a process runs from it: modules, threads and
// workflow code that a worker loads late are those that it started with.
//
// `--incremental`, for `npm run dev`, compiles only what has changed.
const { execFileSync } = require('node:child_process');
const {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require('node:fs');
const { basename, dirname, join, relative } = require('node:path');
const { brotliCompressSync, gzipSync } = require('node:zlib');

const root = dirname(__dirname);
const dist = join(root, 'dist');
/** A folder for each build that may be in use: what the package needs at run time, and notes of who runs from it. */
const kept = join(root, '.builds');
/** Compiled files of the last incremental build, outside of `kept`, where old builds are removed. */
const incremental = join(root, '.dist-incremental');
/**
 * Written last; holds the name of the kept copy. Its time is that of the build's start, so that a source changed during
 * the build counts as newer.
 */
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
const inputs = /\.(?:tsx?|js|json|css|html|svg|md)$/;

module.exports = { reasonToBuild, root, sources, inputs };
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
    const name = `${process.pid}-${Date.now()}`;
    build(folder, name);
    keepCopy(folder, name);
    replaceDist(folder);
    removeUnused();
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
    .filter((file) => inputs.test(file))
    .map((file) => join(path, file));
}

function build(folder, name) {
  const started = new Date();
  rmSync(folder, { recursive: true, force: true });
  const isIncremental = process.argv.includes('--incremental');
  if (isIncremental) {
    const info = join(incremental, 'tsconfig.tsbuildinfo');
    tsc('-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', info, '--outDir', incremental);
    cpSync(incremental, folder, { recursive: true, preserveTimestamps: true, filter: (file) => file !== info });
  } else {
    mkdirSync(folder);
    // An installation does not check types, which takes half of the compiler's time; `npm run check` does.
    const quick = process.argv.includes('--if-older') ? ['--noCheck'] : [];
    tsc('-p', 'tsconfig.json', '--outDir', folder, ...quick);
  }
  buildPage(join(folder, 'src', 'web', 'page'));
  bundleLibrary(folder);
  bundleSchemas(folder);
  copyFonts(folder);
  if (!isIncremental || !copyBundles(folder)) node(join(folder, 'src', 'worker', 'build-bundles.js'));
  // Before bin/deck.js existed, npm linked `deck` to this file. npx keeps such a link.
  chmodSync(join(folder, 'src', 'cli', 'main.js'), 0o755);
  writeFileSync(join(folder, stamp), name);
  utimesSync(join(folder, stamp), started, started);
}

/**
 * The page: its styles, and a script for each view with those that views share. Their names contain a hash of their
 * content, so browsers keep them. built.json tells the server which files a view needs; each is there compressed too.
 */
function buildPage(folder) {
  const page = join(root, 'src', 'web', 'page');
  // Here alone: bin/deck.js loads this file at every start.
  const { metafile } = require('esbuild').buildSync({
    entryPoints: [join(page, 'main.tsx'), join(page, 'style.css')],
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const named = (start) => [...outputs.keys()].find((name) => name.startsWith(start));
  const neededBy = (name) => [
    name,
    ...outputs
      .get(name)
      .imports.filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => neededBy(basename(path))),
  ];
  const views = readFileSync(join(page, 'main.tsx'), 'utf8').matchAll(
    /'(\/[a-z]*)': \(\) => import\('\.\/([a-z-]+)'\)/g,
  );
  const script = named('main-');
  const needed = ([, path, view]) => [
    path,
    [...new Set([...neededBy(script), ...neededBy(named(`${view}-`))])].slice(1),
  ];
  const chinese = named('words-zh-');
  const built = { style: named('style-'), script, chinese, views: Object.fromEntries([...views].map(needed)) };
  writeFileSync(join(folder, 'built.json'), JSON.stringify(built));
  for (const name of outputs.keys()) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** The client of text models: a tenth of its package, put into the file that exports it. bin/sbom.js lists it. */
function bundleLibrary(folder) {
  const directory = join(folder, 'src', 'service', 'writer', 'openai');
  // The names of error classes stay.
  putIntoFile(join(directory, 'client-library.js'), { platform: 'node', keepNames: true });
  cpSync(join(root, 'node_modules', 'openai', 'LICENSE'), join(directory, 'LICENSE'));
}

/** Puts what a file exports from a package into the file. Minifying also takes away the paths of this folder. */
function putIntoFile(file, options) {
  require('esbuild').buildSync({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    minify: true,
    target: 'node20',
    logLevel: 'warning',
    ...options,
  });
}

/**
 * The part of zod that the workflow sandbox loads. The compiled file requires the whole package, so the source is
 * bundled, of which a bundler leaves out the rest.
 */
function bundleSchemas(folder) {
  putIntoFile(join(folder, 'src', 'core', 'zod.js'), {
    entryPoints: [join(root, 'src', 'core', 'zod.ts')],
    format: 'cjs',
    mainFields: ['module', 'main'],
  });
}

/** The faces in use and their licenses. Their packages are only for building: nine tenths of them are other weights. */
function copyFonts(folder) {
  const { files } = require(join(folder, 'src', 'slides', 'render', 'deck', 'fonts.js'));
  for (const file of Object.values(files)) {
    for (const name of [file, join(file.split('/')[0], 'LICENSE_FONT')]) {
      cpSync(join(root, 'node_modules', '@expo-google-fonts', name), join(folder, 'fonts', name));
    }
  }
}

function tsc(...args) {
  node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...args);
}

function node(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

/** @returns false where something that bundles are made of has changed since dist was built: they must be made again. */
function copyBundles(folder) {
  const built = statSync(join(dist, stamp), { throwIfNoEntry: false });
  const bundler = join('src', 'worker', 'build-bundles.js');
  if (built === undefined || changedAfter(join(root, 'package-lock.json'), built.mtimeMs)) return false;
  if (textOf(join(folder, bundler)) !== textOf(join(dist, bundler))) return false;
  const bundles = readdirSync(dist).filter((name) => name.endsWith('-bundle.js'));
  for (const name of bundles) {
    const text = readFileSync(join(dist, name), 'utf8');
    // As webpack names each module above its code: /***/ "./dist/workflows/index.js":
    for (const [, file] of text.matchAll(/^\/\*{3}\/ "\.\/dist\/([^"?]+)"/gm)) {
      if (textOf(join(folder, file)) !== textOf(join(dist, file))) return false;
    }
  }
  for (const name of bundles) cpSync(join(dist, name), join(folder, name));
  return bundles.length > 0;
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** What a process reads at run time, as a package of its own: compiled files, and those that are read as written. */
function keepCopy(folder, name) {
  const copy = join(kept, name);
  mkdirSync(join(copy, 'running'), { recursive: true });
  // Without fonts, which node_modules has.
  const fonts = join(folder, 'fonts');
  cpSync(folder, join(copy, 'dist'), { recursive: true, preserveTimestamps: true, filter: (file) => file !== fonts });
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true, filter: (file) => !/\.tsx?$/.test(file) });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
}

/** Removes kept builds that are not the current one, unless a process runs from one or is just making it. */
function removeUnused() {
  const current = readFileSync(join(dist, stamp), 'utf8');
  for (const name of readdirSync(kept).filter((each) => each !== current)) {
    const running = join(kept, name, 'running');
    const users = existsSync(running) ? readdirSync(running) : [];
    const builder = name.split('-')[0];
    if (builder !== String(process.pid)) users.push(builder);
    if (!users.some((pid) => isRunning(Number(pid)))) rmSync(join(kept, name), { recursive: true, force: true });
  }
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
