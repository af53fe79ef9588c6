import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payload } from '@temporalio/common';
import { temporal as proto } from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { settingsSchema } from '../../src/config';
import { readEncryptionKeys } from '../../src/config/encryption-keys';
import { connectTemporal } from '../../src/temporal';
import { bundleFor } from '../../src/temporal/bundles';
import { workerConverterOf } from '../../src/temporal/worker-converter';
import { startPresentationWorker } from '../../src/worker/run-worker';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { APPROVE, encryptedPoison, json, PLAIN_POISON, type Poison, sealed } from './poison';

const folder = mkdtempSync(join(tmpdir(), 'deck-poison-'));
const keys = { k1: randomBytes(32).toString('hex'), k2: randomBytes(32).toString('hex') };
for (const [id, key] of Object.entries(keys)) writeFileSync(join(folder, id), key);
afterAll(() => rmSync(folder, { recursive: true }));

const encryption = (plainPayloads: 'accept' | 'refuse', file = 'k1') => ({
  enabled: true,
  keys: [{ id: 'k1', key: { file: join(folder, file) } }],
  currentKey: 'k1',
  plainPayloads,
});

let pipeline: Pipeline | undefined;
afterEach(() => pipeline?.close());

async function reviewed(): Promise<DeckHandle> {
  const deck = await pipeline!.start({ title: 'Poison', settings: { review: { mode: 'required' } } });
  await pipeline!.until(deck, ({ review }) => review !== undefined);
  return deck;
}

/** Sends payloads as they are, as a client that this project has not written. */
function raw(workflowId: string, payloads: Payload[] | undefined) {
  const service = pipeline!.temporal.connection.workflowService;
  const execution = { workflowId };
  const namespace = 'default';
  const args = payloads === undefined ? null : { payloads };
  return {
    signal: (signalName = 'approveOutline', header: Record<string, Payload> = {}) =>
      service.signalWorkflowExecution({
        namespace,
        workflowExecution: execution,
        signalName,
        input: args,
        header: { fields: header },
      }),
    /** @returns why it was refused. */
    async update(): Promise<string | undefined> {
      const { outcome } = await service.updateWorkflowExecution({
        namespace,
        workflowExecution: execution,
        waitPolicy: { lifecycleStage: 3 },
        request: { meta: { updateId: randomBytes(8).toString('hex') }, input: { name: 'review', args } },
      });
      const { message, encodedAttributes } = outcome?.failure ?? {};
      if (!encodedAttributes) return message ?? undefined;
      const [read] = await pipeline!.temporal.dataConverter.payloadCodecs![0]!.decode([encodedAttributes]);
      return JSON.parse(Buffer.from(read!.data!).toString()).message;
    },
    query: () => service.queryWorkflow({ namespace, execution, query: { queryType: 'progress', queryArgs: args } }),
  };
}

const { WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND } = proto.api.enums.v1.WorkflowTaskFailedCause;
/** By a worker. The server itself ends a task during which megabytes of signals arrive, in order to record them. */
const failedTasks = async (deck: DeckHandle) =>
  (await deck.fetchHistory()).events!.filter(({ workflowTaskFailedEventAttributes: failed }) =>
    failed ? failed.cause !== WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND : false,
  ).length;
const count = async (deck: DeckHandle) => (await deck.fetchHistory()).events!.length;

async function takesAll(poisons: Record<string, Poison>): Promise<void> {
  const deck = await reviewed();
  const before = await count(deck);
  for (const [name, { payloads, unread }] of Object.entries(poisons)) {
    const { update, query } = raw(deck.workflowId, payloads);
    const why = await update();
    expect([name, why]).toEqual([name, expect.stringMatching(unread ? /^the message cannot be read: / : /\w+ \w+/)]);
    // The sentence shows an example of its own; of what was sent it says nothing.
    expect(why!.replace('send one object: {"revision": 1, "decision": "approve"}', '')).not.toContain('"revision');
    await query();
  }
  expect([await failedTasks(deck), await count(deck)]).toEqual([0, before]);

  for (const { payloads } of Object.values(poisons)) await raw(deck.workflowId, payloads).signal();
  const { problems } = await pipeline!.until(deck, (progress) => progress.outline !== undefined);
  const ignored = problems.filter(({ type }) => type === 'MessageIgnored');
  expect(ignored.length).toBeGreaterThan(0);
  expect(await failedTasks(deck)).toBe(0);
  await deck.executeUpdate('review', { args: [APPROVE] });
  expect(await deck.result()).toMatchObject({ outcome: 'delivered', revision: 1 });
  expect(await failedTasks(deck)).toBe(0);
  await replays(deck);
}

async function replays(deck: DeckHandle, dataConverter = pipeline!.temporal.dataConverter): Promise<void> {
  const { settings } = pipeline!;
  const options = { workflowBundle: bundleFor('presentation', settings), dataConverter };
  await Worker.runReplayHistory(options, await deck.fetchHistory(), deck.workflowId);
}

const plainFew = Object.fromEntries(
  Object.entries(PLAIN_POISON).filter(([name]) => /JSON that is not|no payload at all/.test(name)),
);

describe('unreadable messages', () => {
  it('plain: a deck rejects or ignores each of them and continues', async () => {
    pipeline = await startPipeline();
    await takesAll(PLAIN_POISON);
  });

  it('encrypted, with plain ones accepted', async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('accept') } });
    await takesAll({ ...plainFew, ...(await encryptedPoison(keys.k1)) });
  });

  it('encrypted, with plain ones refused', async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('refuse') } });
    const approval: Poison = { payloads: [json(APPROVE)], unread: true };
    await takesAll({ ...(await encryptedPoison(keys.k1)), 'a plain approval': approval });
  });

  it('an invalid trace header is omitted', async () => {
    const traces = { endpoint: 'http://127.0.0.1:9' };
    pipeline = await startPipeline({ settings: { telemetry: { traces } } });
    const deck = await reviewed();
    const odd: Payload[] = [
      ...Object.values(PLAIN_POISON).flatMap(({ payloads = [] }) => payloads.slice(0, 1)),
      json(null),
    ];
    for (const header of odd.slice(0, 8).concat(json(null)))
      await raw(deck.workflowId, [json({})]).signal('approveOutline', { '_tracer-data': header });
    const { problems } = await pipeline.progress(deck);
    expect(problems.filter(({ type }) => type === 'MessageIgnored')).not.toEqual([]);
    expect(await failedTasks(deck)).toBe(0);
  });
});

describe('a signal that was ignored', () => {
  it('stays ignored when a later worker could read it', async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('refuse') } });
    const deck = await reviewed();
    await raw(deck.workflowId, [json(APPROVE)]).signal('approveOutline');
    const waits = await pipeline.until(deck, ({ problems }) => problems.at(-1)?.type === 'MessageIgnored');
    expect(waits.stage).toBe('review');
    expect(waits.problems.at(-1)).toMatchObject({ type: 'MessageIgnored' });
    const settings = settingsSchema.parse({ encryption: encryption('accept') });
    await replays(deck, workerConverterOf(readEncryptionKeys(settings)));
    await deck.terminate();
  });

  it('and one that was taken is not ignored by a later worker that cannot read it', async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('accept') } });
    const deck = await reviewed();
    await raw(deck.workflowId, [json(APPROVE)]).signal('approveOutline');
    expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
    const events = (await deck.fetchHistory()).events!;
    const patches = events.flatMap(({ markerRecordedEventAttributes: marker }) =>
      marker?.markerName === 'core_patch'
        ? Object.values(marker.details!).map(({ payloads }) => Buffer.from(payloads![0]!.data!).toString())
        : [],
    );
    // Nothing of a message that was ignored.
    expect(patches).toEqual([]);
    const settings = settingsSchema.parse({ encryption: encryption('refuse') });
    await expect(replays(deck, workerConverterOf(readEncryptionKeys(settings)))).rejects.toThrow(
      // Under encryption the reason itself is encrypted.
      'Replay failed due workflow task failure',
    );
  });
});

describe('an order', () => {
  /** @returns how its run ended. */
  async function ended(type: string, payloads: Payload[]): Promise<string> {
    const { connection, client } = pipeline!.temporal;
    const workflowId = `poison/${randomBytes(6).toString('hex')}`;
    await connection.workflowService.startWorkflowExecution({
      namespace: 'default',
      workflowId,
      workflowType: { name: type },
      taskQueue: { name: pipeline!.settings.temporal.taskQueue },
      input: { payloads },
      requestId: workflowId,
    });
    const error = await client.workflow
      .getHandle(workflowId)
      .result()
      .then(
        () => undefined,
        (reason: Error & { cause?: Error & { type?: string } }) => reason.cause,
      );
    return `${error?.type}: ${error?.message}`;
  }

  const WORKFLOWS = ['presentation', 'presentationBatch', 'exportDesign', 'scheduledPresentation', 'notification'];

  it('that is unreadable ends every kind of workflow with a sentence', async () => {
    pipeline = await startPipeline();
    const ends = await Promise.all(WORKFLOWS.map((type) => ended(type, PLAIN_POISON['JSON that is not']!.payloads!)));
    const sentence = 'InvalidInput: invalid input: the message cannot be read: it is not valid JSON';
    expect(ends).toEqual(WORKFLOWS.map(() => sentence));
    const deep = await ended('presentation', PLAIN_POISON['JSON 100,000 deep']!.payloads!);
    expect(deep).toMatch(/^InvalidInput: .* nested more than/);
  });
});

describe('a message under a key that the worker lacks', () => {
  it('waits for the key, and then counts', async () => {
    pipeline = await startPipeline({ settings: { encryption: encryption('accept') } });
    const deck = await reviewed();
    const other = await sealed(keys.k2, json(APPROVE), 'k2');
    await raw(deck.workflowId, [other]).signal('approveOutline');
    while ((await failedTasks(deck)) === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    await pipeline.stopWorker();
    const both = { ...encryption('accept'), keys: ['k1', 'k2'].map((id) => ({ id, key: { file: join(folder, id) } })) };
    const settings = { ...pipeline.settings, encryption: settingsSchema.parse({ encryption: both }).encryption };
    const temporal = await connectTemporal(settings);
    const worker = await startPresentationWorker({ settings, temporal, log: pino({ level: 'silent' }) });
    expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
    await worker.stop();
    await temporal.close();
  });
});
