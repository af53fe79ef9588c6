import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { openSqliteFile } from '../../src/base/io/sqlite';
import {
  BATCH,
  type BatchResult,
  type BatchRow,
  batchIdOf,
  EXPORT_DESIGN,
  type ExportDesignInput,
  type ExportDesignResult,
  SCHEDULED,
  type ScheduledResult,
} from '../../src/core/batch';
import { startPresentation } from '../../src/decks/api';
import type { PresentationInput } from '../../src/decks/input/input';
import { type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ settings: { workflow: { review: { mode: 'off' } } } });
});
afterAll(() => pipeline.close());

const fresh = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const queue = () => pipeline.settings.temporal.taskQueue;
const client = () => pipeline.temporal.client;
const start = (input: Partial<PresentationInput> & { uid: string }) =>
  startPresentation(client(), { request: 'r1', title: 'Tea', ...input }, { taskQueue: queue() });

/** Tasks and designs at the service, by channel. */
function paidFor(uid: string): Record<string, { tasks: number; designs: number }> {
  const db = openSqliteFile(`${pipeline.settings.data.directory}/service/service.db`, { readOnly: true });
  const rows = db
    .prepare(
      `select channel, (select count(*) from tasks where user_id = users.id) as tasks,
       (select count(*) from designs where user_id = users.id) as designs from users where uid = ? order by channel`,
    )
    .all(uid) as { channel: string; tasks: number; designs: number }[];
  db.close();
  return Object.fromEntries(rows.map(({ channel, ...made }) => [channel, made]));
}

describe('the same uid and request', () => {
  it('are a deck for each channel, with a folder and a user at the service of its own', async () => {
    const uid = fresh('user');
    const channels = [undefined, 'app', 'App', 'a/b', 'app.'];
    const decks = await Promise.all(
      channels.map((channel) => start({ uid, ...(channel === undefined ? {} : { channel }) })),
    );
    expect(decks.map(({ existing }) => existing)).toEqual(channels.map(() => false));
    const id = (user: string) => `presentation/${user}/r1`;
    expect(decks.map(({ workflowId }) => workflowId)).toEqual([
      id(uid),
      ...['app', 'App', 'a%2Fb', 'app.'].map((channel) => id(`${uid}~${channel}`)),
    ]);
    const files = await Promise.all(decks.map(async ({ handle }) => (await handle.result()).files[0]!));
    const folders = files.map(({ path }) => relative(pipeline.settings.output.directory, dirname(path)));
    expect(folders.slice(0, 2)).toEqual([`${uid}/tea-r1`, `${uid}~app/tea-r1`]);
    // Capitals are not told apart by every file system, so the id of the directory is a hash.
    expect(folders[2]).toMatch(new RegExp(`^${uid}~App/tea-[a-z0-9]{13}$`));
    expect(folders[3]).toMatch(new RegExp(`^${uid}~a%2Fb/tea-[a-z0-9]{13}$`));
    expect(folders[4]).toMatch(new RegExp(`^${uid}~app~[0-9a-f]{16}/tea-r1$`));
    for (const { path, bytes } of files) expect(readFileSync(path)).toHaveLength(bytes);
    const made = { tasks: 1, designs: 1 };
    expect(paidFor(uid)).toEqual({ '': made, app: made, App: made, 'a/b': made, 'app.': made });

    const again = await start({ uid, channel: 'app' });
    expect(again).toMatchObject({ existing: true, workflowId: decks[1]!.workflowId });
    expect(await pipeline.progress(decks[1]!.handle as never)).toMatchObject({ uid, channel: 'app' });
    expect(await pipeline.progress(decks[0]!.handle as never)).not.toHaveProperty('channel');
  });
});

describe('a batch', () => {
  const run = async (batch: string, items: object[]) => {
    const result = await client().workflow.execute<(input: object) => Promise<BatchResult>>(BATCH, {
      taskQueue: queue(),
      workflowId: batchIdOf(batch),
      args: [{ batch, items: items.map((item) => JSON.stringify(item)).join('\n') }],
    });
    const rows = readFileSync(result.report.jsonl, 'utf8').trimEnd().split('\n');
    return {
      result,
      rows: rows.map((row) => JSON.parse(row) as BatchRow).sort((one, other) => one.line - other.line),
    };
  };

  it('starts a deck for each channel, and none again', async () => {
    const [batch, uid] = [fresh('batch'), fresh('user')];
    const items = [
      { uid, request: 'r1', title: 'Tea' },
      { uid, request: 'r1', title: 'Tea', channel: 'app' },
    ];
    const { result, rows } = await run(batch, items);
    expect(rows.map(({ workflowId }) => workflowId)).toEqual([`presentation/${uid}/r1`, `presentation/${uid}~app/r1`]);
    expect(rows.map(({ outcome, existing }) => [outcome, existing])).toEqual([
      ['delivered', false],
      ['delivered', false],
    ]);
    expect(result).toMatchObject({ started: 2, existing: 0, delivered: 2, failed: 0 });

    const again = await run(batch, items);
    expect(again.result).toMatchObject({ started: 0, existing: 2, delivered: 2 });
    const made = { tasks: 1, designs: 1 };
    expect(paidFor(uid)).toEqual({ '': made, app: made });
  });
});

describe('a scheduled deck', () => {
  it('has the channel in its id, and one deck for each time', async () => {
    const [schedule, uid] = [fresh('weekly'), fresh('user')];
    const run = (time: string, input: object) =>
      client().workflow.execute<(value: object) => Promise<ScheduledResult>>(SCHEDULED, {
        taskQueue: queue(),
        workflowId: `scheduled/${schedule}-${randomUUID()}-${time}`,
        args: [{ schedule, input: { uid, title: 'Tea', ...input } }],
      });
    const made = { workflowId: `presentation/${uid}~app/${schedule}-20260108T080000Z` };
    expect(await run('2026-01-08T08:00:00Z', { channel: 'app' })).toMatchObject({ ...made, existing: false });
    expect(await run('2026-01-08T08:00:00Z', { channel: 'app' })).toMatchObject({ ...made, existing: true });
    await expect(run('2026-01-15T08:00:00Z', { channel: 7 })).rejects.toMatchObject({
      cause: { type: 'InvalidInput', message: 'invalid input: channel: channel must be text' },
    });
  });
});

describe('an export of a design', () => {
  it('is a deck of its channel', async () => {
    const uid = fresh('user');
    const { handle } = await start({ uid, channel: 'app' });
    const { designId } = await handle.result();
    const run = (input: Partial<ExportDesignInput>) =>
      client().workflow.execute<(value: object) => Promise<ExportDesignResult>>(EXPORT_DESIGN, {
        taskQueue: queue(),
        workflowId: fresh('export-design'),
        args: [{ uid, request: 'again', designId, formats: ['pdf'], ...input }],
      });
    const exported = await run({ channel: 'app' });
    expect(exported.workflowId).toBe(`presentation/${uid}~app/again`);
    expect((await run({ channel: 'app' })).files).toEqual(exported.files);
  });
});
