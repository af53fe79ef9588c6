import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { type Settings, settingsSchema } from '../../src/config';
import type { PresentationProgress } from '../../src/core/progress';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { bundleFor } from '../../src/temporal/bundles';
import { startPresentationWorker } from '../../src/worker/run-worker';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';

const folder = mkdtempSync(join(tmpdir(), 'deck-keys-'));
for (const id of ['k1', 'k2']) writeFileSync(join(folder, id), randomBytes(32).toString('base64'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The last one is the current one; without any, or with `off` before them, encryption is off. */
const encryption = (...named: string[]) => {
  const ids = named.filter((id) => id !== 'off');
  return {
    enabled: ids.length > 0 && named[0] !== 'off',
    keys: ids.map((id) => ({ id, key: { file: join(folder, id) } })),
    currentKey: ids.at(-1) ?? null,
  };
};

let pipeline: Pipeline | undefined;
afterEach(() => pipeline?.close());

/** A deck of a worker with these keys, waiting for its review; then the worker is gone. */
async function waitingDeck(...ids: string[]): Promise<DeckHandle> {
  pipeline = await startPipeline({ settings: { encryption: encryption(...ids) } });
  const handle = await pipeline.start({ title: 'Long wait', settings: { review: { mode: 'required' } } });
  await pipeline.until(handle, ({ review }) => review !== undefined);
  await pipeline.stopWorker();
  return handle;
}

/** Another worker of the same queue, and a client, with these keys. */
async function withKeys<Result>(
  ids: string[],
  use: (temporal: TemporalConnection, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = {
    ...pipeline!.settings,
    encryption: settingsSchema.parse({ encryption: encryption(...ids) }).encryption,
  };
  const temporal = await connectTemporal(settings);
  const worker = await startPresentationWorker({ settings, temporal, log: pino({ level: 'silent' }) });
  try {
    return await use(temporal, settings);
  } finally {
    await worker.stop();
    await temporal.close();
  }
}

const historyOf = async (handle: DeckHandle) => historyToJSON(await handle.fetchHistory());
const keysIn = (history: string) =>
  ['k1', 'k2'].filter((id) => history.includes(`"encryption-key-id": "${Buffer.from(id).toString('base64')}"`));
const approve = { revision: 1, decision: 'approve', reviewer: 'ada' };

test('a deck that began with one key ends with the next one, and is read with both', async () => {
  const { workflowId } = await waitingDeck('k1');
  await withKeys(['k1', 'k2'], async (temporal, settings) => {
    const handle = temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;
    await handle.executeUpdate('review', { args: [approve] });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
    expect(keysIn(await historyOf(handle))).toEqual(['k1', 'k2']);
    await Worker.runReplayHistory(
      { workflowBundle: bundleFor('presentation', settings), dataConverter: temporal.dataConverter },
      await handle.fetchHistory(),
      workflowId,
    );
  });
});

test('without its key a deck waits, the log names the key, and the deck continues when the key is back', async () => {
  const { workflowId } = await waitingDeck('k1');
  const logged = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const said = () => logged.mock.calls.map(([text]) => String(text)).join('');
  const sentence = 'A payload is encrypted with the key k1, which is missing in encryption.keys. Add the key';
  try {
    await withKeys(['k2'], async ({ client }) => {
      const handle = client.workflow.getHandle(workflowId) as unknown as DeckHandle;
      await handle.signal('approveOutline', { revision: 1, reviewer: 'ada' });
      const failed = async () => {
        const { events } = await handle.fetchHistory();
        return events!.some(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes);
      };
      while (!(await failed())) await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await handle.describe()).status.name).toBe('RUNNING');
    });
    expect(said()).toContain(sentence);
    expect(said()).not.toContain('Long wait');
  } finally {
    logged.mockRestore();
  }
  await withKeys(['k2', 'k1'], async ({ client }) => {
    const handle = client.workflow.getHandle(workflowId) as unknown as DeckHandle;
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
    const { events } = await handle.fetchHistory();
    const failure = events!.flatMap(({ workflowTaskFailedEventAttributes: failed }) => failed?.failure ?? [])[0]!;
    expect(failure.message).toBe('Encoded failure');
  });
});

test('turned on for a deck under way, what comes after is encrypted; turned off again, the deck still ends', async () => {
  const { workflowId } = await waitingDeck();
  const edit = { revision: 1, decision: 'edit', outline: '# A\n\n## B\n\n### C\n\n#### Ibex\n', reviewer: 'ada' };
  await withKeys(['k1'], async ({ client }) => {
    const handle = client.workflow.getHandle(workflowId) as unknown as DeckHandle;
    expect(keysIn(await historyOf(handle))).toEqual([]);
    await handle.executeUpdate('review', { args: [edit] });
  });
  await withKeys(['off', 'k1'], async ({ client, dataConverter }, settings) => {
    const handle = client.workflow.getHandle(workflowId) as unknown as DeckHandle;
    const waits = ({ outline, review }: PresentationProgress) => outline?.revision === 2 && review !== undefined;
    while (!waits(await handle.query<PresentationProgress>('progress')))
      await new Promise((resolve) => setTimeout(resolve, 50));
    await handle.executeUpdate('review', { args: [{ ...approve, revision: 2 }] });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', revision: 2 });
    expect(keysIn(await historyOf(handle))).toEqual(['k1']);
    for (const enabled of [false, true])
      await Worker.runReplayHistory(
        {
          workflowBundle: bundleFor('presentation', { ...settings, encryption: { ...settings.encryption, enabled } }),
          dataConverter,
        },
        await handle.fetchHistory(),
        workflowId,
      );
  });
});
