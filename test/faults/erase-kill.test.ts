import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck as deckIn, folderWith, launch, processesOf, type RunningDeck } from '../cli/deck';
import { type S3Server, startS3Server } from '../service/files/s3-server';
import { describeStores } from '../service/stores';

const points = Array.from({ length: 12 }, (_, at) => `#### The moon pulls the water, and the water follows it ${at}\n`);
/** Longer than what stays inline. */
const TEXT = `# Tides\n\n${Array.from({ length: 4 }, (_, at) => `## Chapter ${at}\n\n### Page ${at}\n\n${points.join('\n')}`).join('\n')}`;
const U1 = ['--uid', 'u1'] as const;
const SECRET = 'Only u1 knows this';

/** The names and bytes of all files below a directory. */
function contentOf(directory: string): Map<string, Buffer> {
  if (!existsSync(directory)) return new Map();
  const names = readdirSync(directory, { recursive: true }).map(String).sort();
  const files = names.filter((name) => statSync(join(directory, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(directory, name))]));
}

// SQLite with directories, and PostgreSQL with buckets.
describeStores('deck data erase that is killed', (store) => {
  let cwd: string;
  let dev: RunningDeck;
  let s3: S3Server | undefined;
  const deck = (...args: string[]) => deckIn(args, { cwd });
  async function json(...args: string[]) {
    const { code, stdout, stderr } = await deck('data', ...args, '--json');
    if (code !== 0) throw new Error(`${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Settings, and the secrets that they name. */
  async function prepare(): Promise<string> {
    const address = await store.address();
    if (address.kind === 'sqlite') return folderWith();
    const keys = { accessKey: 'access-of-this-test', secretKey: 'secret-of-this-test' };
    s3 = await startS3Server(keys, 'decks');
    const secrets = { accessKey: { file: 'access' }, secretKey: { file: 'secret' } };
    const bucket = { endpoint: s3.endpoint, bucket: 'decks', ...secrets };
    const folder = folderWith({
      server: {
        ...{ port: 0, warmUp: false },
        store: { kind: 'postgres', url: { file: 'url' } },
        files: { kind: 's3', prefix: 'files', ...bucket },
      },
      documents: { s3: { prefix: 'documents', ...bucket } },
    });
    writeFileSync(join(folder, 'url'), address.url);
    writeFileSync(join(folder, 'access'), keys.accessKey);
    writeFileSync(join(folder, 'secret'), keys.secretKey);
    return folder;
  }

  beforeAll(async () => {
    cwd = await prepare();
    dev = launch(['dev'], { cwd });
    await dev.says('Ready.');
    const start = async (uid: string, key: string, ...more: string[]) => {
      writeFileSync(join(cwd, `${uid}.md`), `${TEXT}\n#### Only ${uid} knows this\n`);
      const { code, stderr } = await deck('start', '--markdown', `${uid}.md`, '--uid', uid, '--key', key, ...more);
      expect([code, stderr]).toEqual([0, expect.anything()]);
    };
    await start('u1', 'done', '--review', 'off', '--wait');
    await start('u1', 'open', '--channel', 'web');
    // A name that begins in the same way.
    await start('u1x', 'done', '--review', 'off', '--wait');
    await deck('schedule', 'create', 'weekly', '--title', 'Tea', '--uid', 'u1', '--every', '7 days');
    mkdirSync(join(cwd, 'exports'));
  });
  afterAll(async () => {
    dev?.child.kill('SIGINT');
    expect((await dev?.finished)?.code).toBe(0);
    expect(processesOf(cwd)).toEqual([]);
    await s3?.close();
  });

  const places =
    store.kind === 'sqlite'
      ? ['Temporal 1', 'Temporal 2', 'file 2', 'rows 1', 'rows 8', 'Temporal 1', 'Temporal 2']
      : ['Temporal 2', 'file 2', 'object 1', 'object 4', 'rows 8', 'Temporal 2'];
  it(`ends with everything gone after kills before ${places.join(', ')}, and touches nothing of others`, async () => {
    await json('export', 'exports/before', '--uid', 'u1x');
    for (const place of places) {
      const env = { NODE_OPTIONS: `--require ${join(__dirname, 'kill-at.cjs')}`, KILL_AT: place };
      const { code, stdout, stderr } = await launch(['data', 'erase', ...U1, '--yes', '--json'], { cwd, env }).finished;
      expect({ place, code, stdout, stderr }).toEqual({
        place,
        code: null,
        stdout: '',
        stderr: `killed before: ${place}\n`,
      });
    }
    const last = await json('erase', ...U1, '--yes');
    expect(last).toMatchObject({
      service: { rows: 0 },
      schedules: [],
      ended: 0,
      left: { histories: [], batchLists: 0 },
    });

    let again = await json('erase', '--uid', 'u1', '--yes');
    // For a moment, Temporal's list may have what was deleted.
    while (again.deleted > 0) again = await json('erase', '--uid', 'u1', '--yes');
    const nothing = {
      service: { rows: 0, files: 0 },
      workerFiles: 0,
      reportRows: 0,
      schedules: [],
      ended: 0,
      deleted: 0,
    };
    expect(again).toMatchObject({ ...nothing, left: { histories: [], batchLists: 0 } });
    const { users, files } = await json('sizes');
    expect(users.map(({ uid }: { uid: string }) => uid)).not.toContain('u1');
    expect(Object.keys(files.output)).toEqual(['u1x']);
    for (const folders of Object.values(files)) expect(Object.keys(folders as object)).toHaveLength(1);
    expect(await json('export', 'exports/gone', '--uid', 'u1')).toEqual({ directory: 'exports/gone', files: 1 });
    expect(readFileSync(join(cwd, 'exports/gone/decks.json'), 'utf8')).toBe('[]');
    // Also in no file or object that nothing names any more.
    const kept = ['.deck/service', '.deck/documents', 'out'].map((place) => contentOf(join(cwd, place)));
    for (const files of [...kept, s3?.objects ?? new Map<string, Buffer>()])
      expect([...files].filter(([, bytes]) => bytes.includes(SECRET)).map(([name]) => name)).toEqual([]);

    await json('export', 'exports/after', '--uid', 'u1x');
    const [before, after] = ['before', 'after'].map((name) => contentOf(join(cwd, 'exports', name)));
    expect(before!.size).toBeGreaterThan(10);
    expect(after).toEqual(before);
    expect((await deck('status', 'u1x/done')).code).toBe(0);
    expect((await deck('audit', 'verify')).code).toBe(0);
  });
});
