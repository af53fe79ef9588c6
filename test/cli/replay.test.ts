import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { packageRoot } from '../../src/base/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { spread } from '../../src/worker/open-workflows';
import type { ReplayReport } from '../../src/worker/replay';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { deck, folderWith } from './deck';

const CHANGING = join(packageRoot, 'docs', 'internals', 'changing-workflows.md');
const folder = mkdtempSync(join(tmpdir(), 'deck-replay-'));
for (const id of ['k1', 'k2']) writeFileSync(join(folder, id), randomBytes(32).toString('base64'));
const encryption = (...ids: string[]) => ({
  enabled: true,
  keys: ids.map((id) => ({ id, key: { file: join(folder, id) } })),
  currentKey: ids.at(-1),
});
afterAll(() => rmSync(folder, { recursive: true }));

let pipeline: Pipeline;

/** Decks that are awaiting review while no worker runs. */
async function waiting(...titles: string[]): Promise<DeckHandle[]> {
  const handles = await Promise.all(
    titles.map((title) => pipeline.start({ title, settings: { review: { mode: 'required' } } })),
  );
  for (const handle of handles) await pipeline.until(handle, ({ review }) => review !== undefined);
  await pipeline.stopWorker();
  return handles;
}

/** Runs the compiled `deck replay` on the pipeline's task queue, with these settings. */
async function replay(args: string[] = [], sections: object = {}) {
  const { address } = pipeline.temporal;
  const { taskQueue } = pipeline.settings.temporal;
  const cwd = folderWith({ temporal: { mode: 'existing', address, taskQueue }, ...sections });
  return deck(['replay', ...args], { cwd });
}

type Report = ReplayReport & { open: number };

/** Waits until the eventually consistent list has this many decks. */
async function report(open: number, args: string[] = [], sections: object = {}): Promise<Report & { code: number }> {
  for (let left = 20; ; left--) {
    const { code, stdout, stderr } = await replay([...args, '--json'], sections);
    if (stdout === '') throw new Error(stderr);
    const answer = JSON.parse(stdout) as Report;
    if (answer.open === open || left === 0) return { ...answer, code: code! };
  }
}

/** A copy of the current build with one renamed activity. */
function otherBuild(change: (code: string) => string): string {
  const root = mkdtempSync(join(folder, 'build-'));
  const code = readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
  const changed = change(code);
  expect(changed).not.toBe(code);
  mkdirSync(join(root, 'dist'));
  writeFileSync(builtBundle('presentation', plainTraits, root).codePath, changed);
  return root;
}
const renamed = (code: string) =>
  code.replace('{ createTask, createDocumentTask }', '{ makeTask: createTask, createDocumentTask }');

describe('open decks', () => {
  let decks: DeckHandle[];
  let ids: string[];
  beforeAll(async () => {
    pipeline = await startPipeline();
    decks = await waiting('Coral reefs', 'Kelp');
    ids = decks.map(({ workflowId }) => workflowId);
    // No workflow task of this deck has been processed yet.
    decks.push(await pipeline.start({ title: 'Not begun' }));
  });
  afterAll(() => pipeline.close());

  it('replay against the running build, without a worker and without changing their histories', async () => {
    const lengths = () => Promise.all(decks.map(async (each) => (await each.fetchHistory()).events!.length));
    const before = await lengths();
    expect(await report(3)).toMatchObject({ code: 0, open: 3, replayed: 3, broken: [], unread: [] });
    expect(await lengths()).toEqual(before);
  });

  it('are listed with the reason if another build would break them', async () => {
    const build = otherBuild(renamed);
    const { code, stdout, stderr } = await replay(['--build', build]);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ')[0]).sort()).toEqual([...ids].sort());
    for (const line of lines) expect(line).toMatch(/createTask.*makeTask/);
    expect(stderr).toMatch(/1 replayed, 2 broken, 0 could not be read; 3 open/);
  });

  it('are selected by type, filter and sample', async () => {
    expect(await report(0, ['--type', 'presentationBatch'])).toMatchObject({ code: 0, replayed: 0 });
    const uid = ids[0]!.split('/')[1];
    expect(await report(1, ['--query', `PresentationUid = '${uid}'`])).toMatchObject({ code: 0, replayed: 1 });
    // As docs/internals/changing-workflows.md leaves out pinned ones.
    const [, unpinned] = /--query "(TemporalWorkflow[^"]+)"/.exec(readFileSync(CHANGING, 'utf8'))!;
    expect(await report(3, ['--query', unpinned!])).toMatchObject({ code: 0, replayed: 3 });
    expect(await report(3, ['--sample', '2'])).toMatchObject({ code: 0, replayed: 2 });
  });

  it('replay from files without a server', async () => {
    const file = join(folder, 'history.json');
    writeFileSync(file, historyToJSON(await decks[0]!.fetchHistory()));
    const nobody = { temporal: { mode: 'existing', address: '127.0.0.1:1' } };
    const run = (...args: string[]) => deck(['replay', '--file', file, ...args], { cwd: folderWith(nobody) });
    expect(await run()).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout } = await run('--build', otherBuild(renamed));
    expect(code).toBe(1);
    expect(stdout).toContain('makeTask');
  });

  it.each([
    [['--sample', '0'], '--sample takes a number'],
    [['--build', '/nowhere'], 'no build in /nowhere'],
    [['--file', '/nowhere.json'], 'is not a workflow history'],
    [['--type', 'other'], '--type'],
  ])('are not listed with invalid options %j', async (args, sentence) => {
    const { code, stderr } = await replay(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it('are not listed with a filter that the server rejects', async () => {
    const { code, stderr } = await replay(['--query', 'Nonsense = 1']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Nonsense') });
  });
});

describe('encrypted decks', () => {
  beforeAll(async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('k1') } });
    await waiting('Coral reefs');
  });
  afterAll(() => pipeline.close());

  it('replay with their key, and are reported as broken like others', async () => {
    const keys = { encryption: encryption('k1') };
    expect(await report(1, [], keys)).toMatchObject({ code: 0, replayed: 1 });
    const broken = await report(1, ['--build', otherBuild(renamed)], keys);
    expect(broken).toMatchObject({ code: 1, replayed: 0, unread: [], broken: [{ reason: expect.any(String) }] });
  });

  it('are reported as unreadable if their key is missing', async () => {
    const { code, unread, broken } = await report(1, [], { encryption: encryption('k2') });
    expect({ code, broken }).toEqual({ code: 1, broken: [] });
    expect(unread).toEqual([expect.objectContaining({ reason: expect.stringContaining('the key k1') })]);
  });
});

test('a sample is spread evenly from the first to the last, the same each time', () => {
  const all = Array.from({ length: 101 }, (_, at) => at);
  expect(spread(all, 5)).toEqual([0, 25, 50, 75, 100]);
  expect(spread(all, 1)).toEqual([0]);
  expect(spread(all, 500)).toEqual(all);
  expect(new Set(spread(all, 77)).size).toBe(77);
});
