import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { DEMO_ACCOUNT } from '../../src/config';
import { BATCH, batchIdOf } from '../../src/core/batch';
import { encryptedDataConverter, result, startPresentation } from '../../src/decks/api';
import { listDecks } from '../../src/decks/list';
import { type DevServer, startDevServer } from '../../src/temporal';
import { bundleFor } from '../../src/temporal/bundles';
import { DeckLists } from '../../src/web/deck-list';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

/** Words that do not occur in the product: a match means that the deck was found. */
const TITLE = 'Zanzibar lighthouse figures';
const OUTLINE =
  '# Zanzibar lighthouse figures\n\n## Ostrich migration\n\n### Feather census\n\n#### Quokka ledger\n\n## Marmalade\n\n### Pectin\n\n#### Setting point\n';
const REFUSAL = 'walrus quota exhausted';
const WORDS = {
  title: 'Zanzibar',
  outline: 'Quokka',
  reviewer: 'ada-lovelace-reviewer',
  comment: 'tapioca remark',
  failure: REFUSAL,
  cancelled: 'Wombat tunnel',
  batch: 'Axolotl pond',
} as const;

let folder: string;
let server: DevServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deck-encrypted-'));
  writeFileSync(join(folder, 'k1'), randomBytes(32).toString('hex'));
  server = await startDevServer({
    executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
    headless: true,
    dbFile: join(folder, 'server', 'temporal.db'),
    namespaces: ['default', 'service'],
    searchAttributes: [],
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const encryption = () => ({
  enabled: true,
  keys: [{ id: 'k1', key: { file: join(folder, 'k1') } }],
  currentKey: 'k1',
  // Stricter than the default: whatever is written plain anywhere would end here.
  plainPayloads: 'refuse',
});

/** A review with an edit, a call that is refused and then resolved, a cancellation, and a batch. */
async function liveThrough(pipeline: Pipeline, uid: string): Promise<DeckHandle[]> {
  const { client } = pipeline.temporal;
  const { taskQueue } = pipeline.settings.temporal;
  const start = async (request: string, title: string) => {
    const input = { uid, request, title, settings: { review: { mode: 'required' } } };
    const { handle } = await startPresentation(client, input, { taskQueue });
    await pipeline.until(handle as DeckHandle, ({ review }) => review !== undefined);
    return handle as DeckHandle;
  };

  const reviewed = await start('reviewed', TITLE);
  const { reviewer, comment } = WORDS;
  const edit = { revision: 1, decision: 'edit', outline: OUTLINE, reviewer, comment };
  await reviewed.executeUpdate('review', { args: [edit] });
  await pipeline.until(reviewed, ({ outline, review }) => outline?.revision === 2 && review !== undefined);
  const refused = JSON.stringify({ code: 40007, data: [], msg: REFUSAL });
  pipeline.network.strike('/api/design/v2/save', { kind: 'answer', status: 200, body: refused });
  await reviewed.signal('approveOutline', { revision: 2, reviewer });
  const { attention } = await pipeline.until(reviewed, (progress) => progress.attention !== undefined);
  expect(attention!.message).toContain(REFUSAL);
  await reviewed.executeUpdate('resolve', { args: [{ action: 'retry' }] });
  expect(await reviewed.result()).toMatchObject({ outcome: 'delivered', revision: 2 });

  const cancelled = await start('cancelled', WORDS.cancelled);
  await cancelled.cancel();
  await expect(cancelled.result()).rejects.toThrow();

  const item = { uid, request: 'in-batch', title: WORDS.batch, settings: { review: { mode: 'off' } } };
  const batch = await client.workflow.start(BATCH, {
    taskQueue,
    workflowId: batchIdOf(uid),
    args: [{ batch: uid, items: JSON.stringify(item) }],
  });
  expect(await batch.result()).toMatchObject({ outcome: 'finished', delivered: 1 });
  return [reviewed, cancelled, batch as unknown as DeckHandle];
}

/** All that the server gives to a client without a key: histories, lists, schedules. */
async function seenFromOutside({ temporal }: Pipeline): Promise<string> {
  const { workflowService } = temporal.connection;
  const seen: string[] = [];
  for (const namespace of ['default', 'service']) {
    const { executions } = await workflowService.listWorkflowExecutions({ namespace, pageSize: 100 });
    for (const info of executions) {
      seen.push(plain(info));
      const execution = info.execution!;
      const { history } = await workflowService.getWorkflowExecutionHistory({ namespace, execution });
      seen.push(plain(history));
      seen.push(plain(await workflowService.describeWorkflowExecution({ namespace, execution })));
    }
  }
  return seen.join('\n');
}

/** A message as JSON, with its bytes as text behind it. */
function plain(message: unknown): string {
  const bytes: string[] = [];
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) bytes.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) walk(item);
  };
  walk(message);
  return `${JSON.stringify(message)}\n${bytes.join('\n')}`;
}

const database = () =>
  readdirSync(join(folder, 'server'))
    .map((name) => readFileSync(join(folder, 'server', name)).toString('latin1'))
    .join('');
const found = (text: string, pipeline: Pipeline) =>
  Object.entries({ ...WORDS, 'file path': pipeline.directory, 'api key': DEMO_ACCOUNT.apiKey })
    .filter(([, word]) => text.includes(word))
    .map(([name]) => name)
    .sort();
const EVERYTHING = ['batch', 'cancelled', 'comment', 'failure', 'file path', 'outline', 'reviewer', 'title'];

describe('with encryption', () => {
  let pipeline: Pipeline;
  let handles: DeckHandle[];
  beforeAll(async () => {
    const settings = { encryption: encryption() };
    pipeline = await startPipeline({ faulty: true, temporalAddress: server.address, settings });
    handles = await liveThrough(pipeline, 'u-1');
  });
  afterAll(() => pipeline?.close());

  it('the server has nothing of the decks to show', async () => {
    const seen = await seenFromOutside(pipeline);
    expect(seen).toContain('Encoded failure');
    expect(found(seen, pipeline)).toEqual([]);
  });

  it('nor has its database', () => {
    expect(database()).toContain('binary/encrypted');
    expect(found(database(), pipeline)).toEqual([]);
  });

  it('what is left to be read are the names of things', async () => {
    const seen = await seenFromOutside(pipeline);
    for (const name of [
      'presentation/u-1/reviewed',
      'PresentationUid',
      'saveDesign',
      'approveOutline',
      'QuotaExhausted',
    ])
      expect(seen).toContain(name);
  });

  it('holders of the key read all of it: title, order, progress, failure', async () => {
    const description = await handles[0]!.describe();
    expect(await description.staticSummary()).toBe(TITLE);
    expect(await description.staticDetails()).toContain(`- title: ${TITLE}`);
    expect(description.memo).toEqual({ title: TITLE });
    expect((await pipeline.progress(handles[0]!)).revisions[1]).toMatchObject({ by: WORDS.reviewer });
    expect(await handles[0]!.result()).toMatchObject({ outcome: 'delivered' });
  });

  it('a program with a client of its own reads and orders with the same key', async () => {
    const { connection } = pipeline.temporal;
    const keys = { k1: readFileSync(join(folder, 'k1'), 'utf8') };
    const client = new Client({ connection, dataConverter: encryptedDataConverter({ keys, currentKey: 'k1' }) });
    const order = { uid: 'u-1', request: 'reviewed', title: TITLE };
    const { handle, existing } = await startPresentation(client, order);
    expect(existing).toBe(true);
    expect(await result(handle)).toMatchObject({ outcome: 'delivered' });
  });

  it('the histories replay with the code of the worker and the key', async () => {
    const { settings, temporal } = pipeline;
    for (const handle of handles) {
      const replayed = Worker.runReplayHistory(
        { workflowBundle: bundleFor('presentation', settings), dataConverter: temporal.dataConverter },
        await handle.fetchHistory(),
        handle.workflowId,
      );
      await expect(replayed).resolves.toBeUndefined();
    }
  });
});

describe('without encryption, on the same server afterwards', () => {
  let pipeline: Pipeline;
  beforeAll(async () => {
    pipeline = await startPipeline({ faulty: true, temporalAddress: server.address });
    await liveThrough(pipeline, 'u-2');
  });
  afterAll(() => pipeline?.close());

  it('the same searches find all of it', async () => {
    expect(found(await seenFromOutside(pipeline), pipeline)).toEqual(expect.arrayContaining(EVERYTHING));
    expect(found(database(), pipeline)).toEqual(expect.arrayContaining(EVERYTHING));
  });

  it('a process without the key lists the encrypted decks without their titles, and all others whole', async () => {
    const listed = await listDecks(pipeline.temporal, { attention: false, limit: 100 });
    const deckOf = (id: string) => listed.find(({ workflowId }) => workflowId === `presentation/${id}`);
    expect(deckOf('u-2/reviewed')).toMatchObject({ status: 'COMPLETED', stage: 'delivered', title: TITLE });
    expect(deckOf('u-1/reviewed')).toMatchObject({ status: 'COMPLETED', stage: 'delivered' });
    expect(deckOf('u-1/reviewed')).not.toHaveProperty('title');
    const page = await new DeckLists(pipeline.temporal, pipeline.settings, 'a key for cursors').list({});
    const titles = Object.fromEntries(page.decks.map(({ workflowId, title }) => [workflowId, title]));
    expect(titles).toMatchObject({ 'presentation/u-1/reviewed': '', 'presentation/u-2/reviewed': TITLE });
  });

  it('and gets the name of the missing key when it requests one of them', async () => {
    const handle = pipeline.temporal.client.workflow.getHandle('presentation/u-1/reviewed');
    await expect(handle.result()).rejects.toThrow('encrypted with the key k1, which is missing in encryption.keys');
  });
});
