import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { InvalidInput, startPresentation } from '../../src/api';
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
import type { PresentationInput } from '../../src/input/input';
import { openSqliteFile } from '../../src/io/sqlite';
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
const waiting = { settings: { review: { mode: 'required' } } } as const;

/** As 0.1.0 has started it: its channel is in the input, and not in its id. */
const startedBy010 = (input: Partial<PresentationInput> & { uid: string; channel: string }) =>
  pipeline.start({ request: 'r1', title: 'Tea', ...input });

/** Tasks and designs at the service, by channel. */
function paidFor(uid: string): Record<string, { tasks: number; designs: number }> {
  const db = openSqliteFile(`${pipeline.settings.data.directory}/service/service.db`, { readonly: true });
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
    expect(folders.slice(0, 4)).toEqual([
      `${uid}/r1`,
      ...['app', 'App', 'a%2Fb'].map((channel) => `${uid}~${channel}/r1`),
    ]);
    expect(folders[4]).toMatch(new RegExp(`^${uid}~app~[0-9a-f]{16}/r1$`));
    for (const { path, bytes } of files) expect(readFileSync(path)).toHaveLength(bytes);
    const made = { tasks: 1, designs: 1 };
    expect(paidFor(uid)).toEqual({ '': made, app: made, App: made, 'a/b': made, 'app.': made });

    const again = await start({ uid, channel: 'app' });
    expect(again).toMatchObject({ existing: true, workflowId: decks[1]!.workflowId });
    expect(await pipeline.progress(decks[1]!.handle as never)).toMatchObject({ uid, channel: 'app' });
    expect(await pipeline.progress(decks[0]!.handle as never)).not.toHaveProperty('channel');
  });
});

describe('a deck that 0.1.0 has started in a channel', () => {
  it('is found by its own request, whether it is under way or delivered, and by that of no other channel', async () => {
    const uid = fresh('user');
    const old = await startedBy010({ uid, channel: 'app', ...waiting });
    await pipeline.until(old, ({ review }) => review !== undefined);
    expect(await start({ uid, channel: 'app' })).toMatchObject({
      existing: true,
      workflowId: `presentation/${uid}/r1`,
    });
    expect(await start({ uid, channel: 'web' })).toMatchObject({
      existing: false,
      workflowId: `presentation/${uid}~web/r1`,
    });
    const refused = await start({ uid }).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(InvalidInput);
    expect((refused as Error).message).toBe(
      `invalid input: request: r1 of ${uid} already belongs to a deck of the channel "app"; choose another request`,
    );
    await old.executeUpdate('review', { args: [{ reviewer: 'ada', revision: 1, decision: 'approve' }] });
    await old.result();
    expect(await start({ uid, channel: 'app' })).toMatchObject({ existing: true, workflowId: old.workflowId });
    expect(paidFor(uid).app).toEqual({ tasks: 1, designs: 1 });
  });

  it('is started under its new id when it ended without a result', async () => {
    const uid = fresh('user');
    const old = await startedBy010({ uid, channel: 'app', ...waiting });
    await pipeline.until(old, ({ review }) => review !== undefined);
    await old.cancel();
    await expect(old.result()).rejects.toThrow();
    expect(await start({ uid, channel: 'app' })).toMatchObject({
      existing: false,
      workflowId: `presentation/${uid}~app/r1`,
    });
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

  it('starts a deck for each channel, and takes the one that 0.1.0 has made for what it is', async () => {
    const [batch, uid] = [fresh('batch'), fresh('user')];
    await (await startedBy010({ uid, channel: 'old', request: 'r2' })).result();
    const items = [
      { uid, request: 'r1', title: 'Tea' },
      { uid, request: 'r1', title: 'Tea', channel: 'app' },
      { uid, request: 'r2', title: 'Tea', channel: 'old' },
      { uid, request: 'r2', title: 'Tea' },
    ];
    const { result, rows } = await run(batch, items);
    const ids = [`${uid}/r1`, `${uid}~app/r1`, `${uid}/r2`, `${uid}/r2`].map((id) => `presentation/${id}`);
    expect(rows.map(({ workflowId }) => workflowId)).toEqual(ids);
    expect(rows.map(({ outcome, existing }) => [outcome, existing])).toEqual([
      ['delivered', false],
      ['delivered', false],
      ['delivered', true],
      ['failed', true],
    ]);
    expect(rows[3]).toMatchObject({ files: [], reason: expect.stringContaining(`presentation/${uid}/r2`) });
    expect(result).toMatchObject({ started: 2, existing: 2, delivered: 3, failed: 1 });

    const again = await run(batch, items.slice(0, 3));
    expect(again.result).toMatchObject({ started: 0, existing: 3, delivered: 3 });
    const made = { tasks: 1, designs: 1 };
    expect(paidFor(uid)).toEqual({ '': made, app: made, old: made });
  });
});

describe('a scheduled deck', () => {
  it('has the channel in its id; a time that 0.1.0 has made its deck for finds it', async () => {
    const [schedule, uid] = [fresh('weekly'), fresh('user')];
    const run = (time: string, input: object) =>
      client().workflow.execute<(value: object) => Promise<ScheduledResult>>(SCHEDULED, {
        taskQueue: queue(),
        workflowId: `scheduled/${schedule}-${randomUUID()}-${time}`,
        args: [{ schedule, input: { uid, title: 'Tea', ...input } }],
      });
    const request = `${schedule}-20260101T080000Z`;
    await (await startedBy010({ uid, channel: 'app', request })).result();
    expect(await run('2026-01-01T08:00:00Z', { channel: 'app' })).toEqual({
      workflowId: `presentation/${uid}/${request}`,
      request,
      existing: true,
    });
    expect(await run('2026-01-08T08:00:00Z', { channel: 'app' })).toMatchObject({
      workflowId: `presentation/${uid}~app/${schedule}-20260108T080000Z`,
      existing: false,
    });
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

    await (await startedBy010({ uid, channel: 'app', request: 'old', from: { designId: designId! } })).result();
    await expect(run({ request: 'old' })).rejects.toMatchObject({
      cause: { message: 'invalid input: request: this request already belongs to a deck of another channel' },
    });
  });
});
