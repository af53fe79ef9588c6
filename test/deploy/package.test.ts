import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { allTraits, builtBundle, programs } from '../../src/temporal/bundles';
import { deck, folderWith, lastLine, launch, processesOf } from '../cli/deck';

const folder = mkdtempSync(join(tmpdir(), 'deck-package-'));
const { version, bin } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder], {
    cwd: packageRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as { filename: string; size: number; files: { path: string; mode: number }[] }[];
const paths = packed!.files.map(({ path }) => path);

describe('the package', () => {
  it('holds what runs and what is read about it, in less than 24 MB', () => {
    const top = [...new Set(paths.map((path) => path.split('/')[0]))].sort();
    expect(top).toEqual([
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'profiles',
      'src',
      'temporal.yaml',
    ]);
    expect(paths.filter((path) => /\.(map|ts)$/.test(path) && !/\.d\.ts$|^docs\/examples\//.test(path))).toEqual([]);
    expect(paths.filter((path) => /(^|\/)(test|bench|node_modules|gallery)\//.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('bin/'))).toEqual(['bin/deck.js']);
    expect(packed!.size).toBeLessThan(24 * 1024 * 1024);
  });

  it('holds every file that the code reads from its own package', () => {
    const read = namedFromRoot();
    expect(read).toEqual(expect.arrayContaining(['package.json', 'src/web/page', 'dist/src/web/page']));
    // The build writes the styles to dist.
    const sources = /\.tsx?$|tsconfig\.json$|\.map$|page\/[\w-]+\.css$/;
    const needed = read.flatMap(filesBelow).filter((path) => !sources.test(path));
    const bundles = programs.flatMap((program) => allTraits.map((traits) => builtBundle(program, traits).codePath));
    needed.push(...bundles.map((path) => relative(packageRoot, path)));
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('holds what package.json points at', () => {
    const { types, exports } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    const entries = ['.', './worker', './testing', './workflows', './client'].flatMap((name) =>
      Object.values<string>(exports[name]),
    );
    const named: string[] = [bin.deck, types, ...entries];
    expect(named).toHaveLength(12);
    expect(named.filter((path) => !paths.includes(path.replace(/^\.\//, '')))).toEqual([]);
    expect(paths).toContain('docs/schemas/input.json');
    expect(packed!.files.find(({ path }) => path === bin.deck)!.mode & 0o111).toBe(0o111);
  });
});

describe('unpacked in an empty folder, without its dependencies', () => {
  const empty = mkdtempSync(join(tmpdir(), 'deck-client-'));
  const unpacked = join(empty, 'node_modules', 'durable-presentations');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed!.filename), '-C', unpacked, '--strip-components', '1']);
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: empty, encoding: 'utf8' });

  it('has a client of the HTTP API that is one small file', () => {
    const named = "Object.keys(require('durable-presentations/client')).sort()";
    const program = `console.log(JSON.stringify([${named}, Object.keys(require.cache)]))`;
    const [names, loaded] = JSON.parse(node('-e', program)) as [string[], string[]];
    expect(names).toEqual(['DeckApiError', 'createClient']);
    const file = realpathSync(join(unpacked, 'dist', 'src', 'web', 'client.js'));
    expect(loaded.filter((path) => path.startsWith(realpathSync(empty)))).toEqual([file]);
    expect(statSync(file).size).toBeLessThan(10_000);
    const esm = "import { createClient } from 'durable-presentations/client'; console.log(typeof createClient)";
    expect(node('--input-type=module', '-e', esm)).toBe('function\n');
    // Positive control: what needs dependencies does not load here.
    expect(() => node('-e', "require('durable-presentations')")).toThrow('Cannot find module');
  });
});

describe('unpacked elsewhere, with nothing but its dependencies', () => {
  execFileSync('tar', ['-xzf', join(folder, packed!.filename), '-C', folder]);
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'package', 'node_modules'));
  const main = join(folder, 'package', bin.deck);
  const cwd = folderWith({ server: { port: 0 } });
  const options = { cwd, main, env: { DECK_TEST_CONTROLS_KEY: 'k'.repeat(32) } };

  test('deck says its version', async () => {
    expect(await deck(['--version'], options)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('deck doctor misses nothing', async () => {
    const { code, stdout } = await deck(['doctor', '--json'], options);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(code).toBe(0);
  });

  test('deck run makes a whole deck', async () => {
    const { code, stdout, stderr } = await deck(['run', 'Tide pools', '--yes', '--format', 'ppt,pdf'], options);
    expect({ code, said: code === 0 ? '' : stderr }).toEqual({ code: 0, said: '' });
    const made = stdout.trimEnd().split('\n').slice(-2);
    expect(made.map((path) => readFileSync(path).subarray(0, 2).toString('latin1')).sort()).toEqual(['%P', 'PK']);
    expect(lastLine(stdout)).toContain(join(cwd, 'out'));
  });

  test('the review page is served', async () => {
    const running = launch(['dev', '--json'], options);
    let stdout = '';
    running.child.stdout!.on('data', (text) => {
      stdout += text;
    });
    await running.says(/"service":"http/);
    const { review } = JSON.parse(lastLine(stdout));
    const page = await fetch(`${review}/review`);
    const assets = [...(await page.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, asset]) => asset!);
    expect(assets).toContainEqual(expect.stringMatching(/^\/assets\/main-\w+\.js$/));
    for (const asset of assets) expect((await fetch(new URL(asset, review))).status).toBe(200);
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    expect(processesOf(cwd)).toEqual([]);
  });
});

/** What the sources name below the root of the package. */
function namedFromRoot(): string[] {
  const sources = ['src', 'activities', 'workflows'].flatMap(filesBelow).filter((path) => path.endsWith('.ts'));
  return sources.flatMap((path) =>
    [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/join\(packageRoot((?:, '[^']+')+)[,)]/g)].map(
      ([, parts]) => join(...[...parts!.matchAll(/'([^']+)'/g)].map(([, part]) => part!)),
    ),
  );
}

/** The file itself, or every file of the folder. */
function filesBelow(path: string): string[] {
  if (statSync(join(packageRoot, path)).isFile()) return [path];
  return readdirSync(join(packageRoot, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packageRoot.length + 1));
}
