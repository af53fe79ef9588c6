import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openPrivateDirectory } from '../../src/base/io/private-directory';
import { deck, folderWith } from './deck';

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** A directory and everything in it that other users can access. */
function openToOthers(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  return paths.filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
}

describe('files that a command writes', () => {
  const cwd = folderWith();
  const run = (request: string) =>
    deck(['run', 'Private tea', '--yes', '--uid', 'u1', '--key', request, '--format', 'ppt,pdf'], { cwd });

  // The default of most hosts.
  let before: number;
  beforeAll(() => {
    before = process.umask(0o022);
  });
  afterAll(() => {
    process.umask(before);
    rmSync(cwd, { recursive: true });
  });

  it('are private, even in a data directory that was readable by others', async () => {
    mkdirSync(join(cwd, '.deck'), { mode: 0o755 });
    expect((await run('r1')).code).toBe(0);
    expect(existsSync(join(cwd, '.deck/temporal.db'))).toBe(true);
    expect(openToOthers(join(cwd, '.deck')).map((path) => relative(cwd, path))).toEqual([]);
    const folder = join(cwd, 'out/u1/private-tea-r1');
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files.map(rightsOf)).toEqual(['600', '600', '600']);
    expect([join(cwd, 'out'), folder].map(rightsOf)).toEqual(['700', '700']);
  });

  it('are made private again if an earlier version left them readable', async () => {
    const databases = ['.deck/temporal.db', '.deck/deck.log', '.deck/service/service.db'].map((path) =>
      join(cwd, path),
    );
    for (const path of databases) chmodSync(path, 0o644);
    for (const path of ['.deck', '.deck/service']) chmodSync(join(cwd, path), 0o755);
    expect((await run('r2')).code).toBe(0);
    expect(databases.map(rightsOf)).toEqual(['600', '600', '600']);
    expect(['.deck', '.deck/service'].map((path) => rightsOf(join(cwd, path)))).toEqual(['700', '700']);
  });
});

describe('a data directory', () => {
  const root = mkdtempSync(join(tmpdir(), 'deck-private-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('is created or made private, with its databases; other files in it are not changed', () => {
    const directory = join(root, 'data');
    expect(openPrivateDirectory(directory)).toBeUndefined();
    expect(rightsOf(directory)).toBe('700');
    chmodSync(directory, 0o755);
    for (const name of ['temporal.db', 'temporal.db-wal', 'service.db-shm', 'notes.txt']) {
      writeFileSync(join(directory, name), '');
      chmodSync(join(directory, name), 0o644);
    }
    expect(openPrivateDirectory(directory)).toBeUndefined();
    expect(readdirSync(directory).map((name) => `${name} ${rightsOf(join(directory, name))}`)).toEqual([
      'notes.txt 644',
      'service.db-shm 600',
      'temporal.db 600',
      'temporal.db-wal 600',
    ]);
    expect(rightsOf(directory)).toBe('700');
  });

  it('that is shared by all users is not changed, but reported', () => {
    const directory = join(root, 'shared');
    mkdirSync(directory);
    chmodSync(directory, 0o1777);
    expect(openPrivateDirectory(directory)).toBe(
      `Other users of this host can access the data directory ${directory}. Make it private with: chmod 700 ${directory}`,
    );
    expect(rightsOf(directory)).toBe('777');
  });
});
