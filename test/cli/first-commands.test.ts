import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { ProcessOutput } from '../setup/process-output';

const { version, bin, scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

test('the build of this checkout runs by a link to the compiled file, and nothing in it names the folder that it was made in', () => {
  const dist = join(packageRoot, 'dist');
  expect(execFileSync(join(dist, 'src/cli/main.js'), ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const bundles = files.filter((file) => file.endsWith('-bundle.js'));
  expect(bundles.length).toBeGreaterThan(0);
  const textOf = (file: string) => readFileSync(join(dist, file), 'utf8');
  const texts = files.filter((file) => /\.(js|map|ts)$/.test(file)).map(textOf);
  texts.push(...bundles.map((file) => sourceMapOf(textOf(file))));
  expect(texts.filter((text) => text.includes('.dist-'))).toEqual([]);
});

describe('a checkout whose compiler takes no time', () => {
  let project: Checkout;
  beforeEach(() => {
    project = smallCheckout();
  });
  /** A test that fails must not leave its processes to the next one. */
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGTERM');
  });

  test('npx --no-install deck before any build says what to run; after it, it works, however often it is built', async () => {
    const refused = await project.run('npx', '--no-install', 'deck');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.said).toEqual([`deck is not built yet: run \`npm run build\` in ${project.folder}.`]);

    expect(await project.run('npm', 'run', 'prepare')).toMatchObject({ code: 0 });
    expect(await project.run('npx', '--no-install', 'deck')).toMatchObject({ code: 0, stdout: 'first\n', said: [] });
    for (const source of ['second', 'third']) {
      project.write(source);
      expect(await project.run('npm', 'run', 'build')).toMatchObject({ code: 0 });
      expect(await project.run('npx', '--no-install', 'deck')).toMatchObject({
        code: 0,
        stdout: `${source}\n`,
        said: [],
      });
    }
  });

  test('prepare builds only where a source is newer, and says which', async () => {
    await project.run('npm', 'run', 'prepare');
    const built = project.dist();
    expect(await project.run('npm', 'run', 'prepare')).toMatchObject({ code: 0, said: [] });
    expect(project.dist()).toEqual(built);

    project.write('second');
    const again = await project.run('npm', 'run', 'prepare');
    expect(again).toMatchObject({ code: 0, said: ['Building dist: src/cli/main.ts is newer.'] });
    expect(project.dist().inode).not.toBe(built.inode);
    expect(await project.run('npx', '--no-install', 'deck')).toMatchObject({ stdout: 'second\n', said: [] });
  });

  test('the first npx --no-install deck with a newer source leaves dist to its workers, and says so', async () => {
    await project.run('npm', 'run', 'prepare');
    const built = project.dist();
    project.write('second');
    const asked = await project.run('npx', '--no-install', 'deck');
    expect(asked).toMatchObject({ code: 0, stdout: 'first\n' });
    expect(asked.said).toEqual([
      'deck: this is an older build (src/cli/main.ts is newer); `npm run build` makes a new one.',
    ]);
    expect(project.dist()).toEqual(built);
  });

  test('a failed build leaves dist as it was', async () => {
    await project.build();
    const built = project.dist();
    project.write('broken');
    const failed = await project.build();
    expect(failed.code).toBe(1);
    expect(failed.said.at(-1)).toMatch(/^The build failed \(.+\); dist is as it was\.$/);
    expect(project.dist()).toEqual(built);
    expect(project.leftovers()).toEqual([]);
  });

  test('builds at the same time leave one whole dist', async () => {
    const builds = await Promise.all([project.build(), project.build(), project.build(), project.build()]);
    expect(builds.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const parts = readdirSync(join(project.folder, 'dist', 'parts')).map((file) => project.text('dist', 'parts', file));
    expect(parts).toHaveLength(PARTS);
    expect(new Set(parts).size).toBe(1);
    expect(await project.build('--if-older')).toMatchObject({ code: 0, said: [] });
    expect(project.leftovers()).toEqual([]);
  });

  test('a process keeps the build that it started with, through two more builds; then that build goes', async () => {
    await project.build();
    const worker = spawn(process.execPath, ['bin/deck.js'], {
      cwd: project.folder,
      env: { ...process.env, WAIT: '1' },
    });
    started.push(worker);
    const output = new ProcessOutput(worker);
    const ended = once(worker, 'close');
    await output.says('waits');
    for (const source of ['second', 'third']) {
      project.write(source);
      expect(await project.build()).toMatchObject({ code: 0 });
    }
    expect(project.builds()).toHaveLength(2);
    expect(await project.run('npx', '--no-install', 'deck')).toMatchObject({ stdout: 'third\n', said: [] });
    // A module that it loads only now.
    worker.stdin.end('continue now\n');
    await ended;
    expect(output.stdout).toBe('waits\nfirst\n');
    expect(await project.build()).toMatchObject({ code: 0 });
    expect(project.builds()).toHaveLength(1);
  });

  test('npm run dev builds and starts again when a source changes, and survives a source that does not compile', async () => {
    const dev = spawn(process.execPath, ['bin/dev.js'], { cwd: project.folder });
    started.push(dev);
    const ended = once(dev, 'close');
    const output = new ProcessOutput(dev);
    await output.says(/^first$/m);
    await output.says('deck dev ended with 0; it starts again after the next change.');
    project.write('second');
    await output.says(/^second$/m);
    project.write('broken');
    await output.says('The build failed');
    project.write('third');
    await output.says(/^third$/m);
    dev.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output.stdout.match(/^(first|second|broken|third)$/gm)).toEqual(['first', 'second', 'third']);
  });

  test('the next build removes what a killed one left', async () => {
    const ended = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim().padStart(7, '0');
    mkdirSync(join(project.folder, `.dist-${ended}`));
    mkdirSync(join(project.folder, `.dist-${ended}-old`));
    expect(await project.build()).toMatchObject({ code: 0 });
    expect(project.leftovers()).toEqual([]);
  });
});

interface Checkout {
  folder: string;
  /** With a cache of its own, so that the first npx installs the command; nothing is downloaded. */
  run(command: string, ...args: string[]): Promise<{ code: number; stdout: string; said: string[] }>;
  build(...options: string[]): ReturnType<Checkout['run']>;
  /** Writes the program's source, newer than what has been built. */
  write(source: string): void;
  text(...path: string[]): string;
  dist(): { inode: number; changed: number; mainChanged: number };
  /** Folders that a build has not removed. */
  leftovers(): string[];
  /** Copies of builds that are kept for those who run from them. */
  builds(): string[];
}

function checkout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'deck-checkout-'));
  const cache = mkdtempSync(join(tmpdir(), 'deck-npm-'));
  // What npm told the process that runs these tests is not for the npm that they start.
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const npm = { npm_config_cache: cache, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const env = { ...Object.fromEntries(outside), ...npm };
  const run: Checkout['run'] = (command, ...args) =>
    new Promise((done) => {
      execFile(command, args, { cwd: folder, env, timeout: 600_000 }, (error, stdout, stderr) => {
        const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
        done({ code: error === null ? 0 : Number(error.code ?? -1), stdout, said });
      });
    });
  return {
    folder,
    run,
    build: (...options) => run(process.execPath, 'bin/build.js', ...options),
    text: (...path) => readFileSync(join(folder, ...path), 'utf8'),
    write(source) {
      const path = join(folder, 'src/cli/main.ts');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, source);
      // By the clock that builds go by; the time of a file may be some milliseconds behind it.
      const now = new Date();
      utimesSync(path, now, now);
    },
    dist() {
      const { ino: inode, mtimeMs: changed } = statSync(join(folder, 'dist'));
      return { inode, changed, mainChanged: statSync(join(folder, 'dist/src/cli/main.js')).mtimeMs };
    },
    leftovers: () => readdirSync(folder).filter((name) => name.startsWith('.dist')),
    builds: () => readdirSync(join(folder, '.builds')),
  };
}

/** How many files a build of the small checkout writes, a millisecond apart. */
const PARTS = 50;

/** The scripts and the entry of this package; the program prints its source, unless that is `broken`. */
function smallCheckout(): Checkout {
  const made = checkout();
  const { prepare, build } = scripts;
  writeFileSync(
    join(made.folder, 'package.json'),
    JSON.stringify({ name: 'durable-presentations', version, bin, scripts: { prepare, build } }),
  );
  cpSync(join(packageRoot, 'bin'), join(made.folder, 'bin'), { recursive: true });
  const compiler = join(made.folder, 'node_modules/typescript/bin/tsc');
  mkdirSync(dirname(compiler), { recursive: true });
  writeFileSync(compiler, `(${compile})(require('node:fs'), process.argv[process.argv.indexOf('--outDir') + 1])`);
  chmodSync(compiler, 0o755);
  const bundler = join(made.folder, 'node_modules/esbuild/index.js');
  mkdirSync(dirname(bundler), { recursive: true });
  writeFileSync(bundler, `exports.buildSync = ${bundle};`);
  mkdirSync(join(made.folder, 'node_modules/openai'));
  writeFileSync(join(made.folder, 'node_modules/openai/LICENSE'), '');
  mkdirSync(join(made.folder, 'src/web/page'), { recursive: true });
  writeFileSync(join(made.folder, 'src/web/page/main.tsx'), '');
  made.write('first');
  return made;
}

/** Runs as a program of its own in place of the bundler: of the page, its style and its script. */
function bundle({ outdir }: { outdir?: string }) {
  if (outdir === undefined) return undefined;
  const { mkdirSync: makeFolder, writeFileSync: write } = require('node:fs') as typeof import('node:fs');
  makeFolder(outdir, { recursive: true });
  const names = ['main-1.js', 'style-1.css'];
  for (const name of names) write(`${outdir}/${name}`, '');
  return { metafile: { outputs: Object.fromEntries(names.map((name) => [name, { imports: [] }])) } };
}

/** Runs as a program of its own in place of the compiler. */
function compile(fs: typeof import('node:fs'), folder: string): void {
  const source = fs.readFileSync('src/cli/main.ts', 'utf8');
  fs.mkdirSync(`${folder}/src/cli`, { recursive: true });
  fs.mkdirSync(`${folder}/src/worker`, { recursive: true });
  const main = `#!/usr/bin/env node
    const text = () => require('./part.js');
    if (process.env.WAIT) {
      console.log('waits');
      process.stdin.once('data', () => console.log(text()));
    } else console.log(text());`;
  fs.writeFileSync(`${folder}/src/cli/main.js`, main);
  fs.mkdirSync(`${folder}/src/base/io`, { recursive: true });
  const cache = `exports.cacheDirectory = () => ${JSON.stringify(fs.realpathSync('.'))} + '/cache';`;
  fs.writeFileSync(`${folder}/src/base/io/cache-directory.js`, cache);
  fs.writeFileSync(`${folder}/src/cli/part.js`, `module.exports = ${JSON.stringify(source)};`);
  if (source === 'broken') process.exit(2);
  fs.mkdirSync(`${folder}/src/slides/render/deck`, { recursive: true });
  fs.writeFileSync(`${folder}/src/slides/render/deck/fonts.js`, 'exports.files = {};');
  // Stands for the last step, which writes the bundles one after the other.
  const bundles = `const fs = require('node:fs');
    fs.mkdirSync(__dirname + '/../../parts');
    for (let at = 0; at < 50; at++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      fs.writeFileSync(__dirname + '/../../parts/' + at, String(process.pid));
    }`;
  fs.writeFileSync(`${folder}/src/worker/build-bundles.js`, bundles);
}

function sourceMapOf(bundle: string): string {
  return Buffer.from(bundle.slice(bundle.lastIndexOf('base64,') + 'base64,'.length), 'base64').toString();
}
