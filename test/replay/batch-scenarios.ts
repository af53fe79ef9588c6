import { randomUUID } from 'node:crypto';
import { BATCH, type BatchProgress, batchIdOf, EXPORT_DESIGN, SCHEDULED } from '../../src/core/batch';
import type { DeckHandle, Pipeline } from '../pipeline/pipeline';
import type { Scenario } from './scenarios';

/** The workflows that start decks: batch, export of a design, scheduled deck. */

const off = { review: { mode: 'off' } };
const fresh = (what: string) => `${what}-${randomUUID().slice(0, 8)}`;
const decks = (count: number, more: object = { settings: off }) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ title: `Deck ${at + 1}`, ...more })).join('\n');

async function started(pipeline: Pipeline, type: string, workflowId: string, input: object): Promise<DeckHandle> {
  const { client } = pipeline.temporal;
  await client.workflow.start(type, { taskQueue: pipeline.settings.temporal.taskQueue, workflowId, args: [input] });
  return client.workflow.getHandle(workflowId) as unknown as DeckHandle;
}

const batch = (pipeline: Pipeline, input: { batch: string } & Record<string, unknown>) =>
  started(pipeline, BATCH, batchIdOf(input.batch), { uid: 'batches', ...input });

async function untilRunning(handle: DeckHandle, count: number): Promise<void> {
  while ((await handle.query<BatchProgress>('progress')).running < count)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

export const batchScenarios: Record<string, Scenario> = {
  'batch-delivered': (pipeline) => batch(pipeline, { batch: fresh('delivered'), items: decks(3), window: 2 }),
  'batch-continued': (pipeline) => batch(pipeline, { batch: fresh('continued'), items: decks(3), window: 2, slice: 1 }),
  async 'batch-started-again'(pipeline) {
    const input = { batch: fresh('again'), items: decks(2) };
    await (await batch(pipeline, input)).result();
    return batch(pipeline, input);
  },
  async 'batch-paused-then-cancelled-with-its-decks'(pipeline) {
    const items = decks(3, { settings: { review: { mode: 'required' } } });
    const handle = await batch(pipeline, { batch: fresh('cancelled'), items, window: 2, cancelRunning: true });
    await untilRunning(handle, 2);
    for (const [name, value] of [
      ['pause', { by: 'ada' }],
      ['setWindow', { window: 3 }],
      ['resume', {}],
    ] as const)
      await handle.executeUpdate(name, { args: [value] });
    await untilRunning(handle, 3);
    await handle.cancel();
    return handle;
  },
  async 'export-design'(pipeline) {
    const { input } = await exported(pipeline);
    return started(pipeline, EXPORT_DESIGN, fresh('export'), input);
  },
  async 'export-design-adopted'(pipeline) {
    const { input } = await exported(pipeline);
    await (await started(pipeline, EXPORT_DESIGN, fresh('export'), input)).result();
    return started(pipeline, EXPORT_DESIGN, fresh('export'), input);
  },
  scheduled: (pipeline) =>
    started(pipeline, SCHEDULED, `${fresh('presentation/weekly')}-2026-01-05T08:00:00Z`, {
      schedule: fresh('weekly'),
      input: { uid: 'scheduled', title: 'Every week', channel: 'a/b', settings: off },
    }),
};

async function exported(pipeline: Pipeline) {
  const made = await pipeline.start({ title: 'Made before', settings: off });
  const { designId } = await made.result();
  return { input: { uid: made.workflowId.split('/')[1]!, request: 'again', designId, formats: ['pdf'] } };
}
