import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { listenForWebhooks, type WebhookListener, webhookSection } from './webhook-listener';

const folder = mkdtempSync(join(tmpdir(), 'deck-notices-'));
let listener: WebhookListener;
let pipeline: Pipeline;
beforeAll(async () => {
  listener = await listenForWebhooks();
  pipeline = await startPipeline({
    settings: { notifications: { webhooks: [webhookSection(listener, folder)] } },
  });
});
afterAll(async () => {
  await pipeline.close();
  await listener.close();
  rmSync(folder, { recursive: true });
});

it('a deck that continues as new sends each notification once, with a unique ID', async () => {
  // Every step continues as new, so the deck has many runs.
  const handle = await pipeline.start({ title: 'Continued', settings: { stepsPerRun: 1 } });
  const newest = pipeline.temporal.client.workflow.getHandle(handle.workflowId) as typeof handle;
  for (const revision of [1, 2, 3]) {
    await pipeline.until(newest, ({ review, outline }) => review !== undefined && outline?.revision === revision);
    const decision = revision < 3 ? 'regenerate' : 'approve';
    await newest.executeUpdate('review', { args: [{ revision, decision }] });
  }
  await handle.result();
  const attempts = await listener.until(() => listener.of(handle).length >= 4 && listener.of(handle));
  expect(attempts.map(({ event }) => [event.type, event.data.revision]).sort()).toEqual([
    ['deck.delivered', 3],
    ['review.requested', 1],
    ['review.requested', 2],
    ['review.requested', 3],
  ]);
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  expect((await newest.describe()).runId).not.toBe(handle.firstExecutionRunId);
});

it('a deck that is started again after a failure sends its notifications again', async () => {
  const again = { uid: 'again', request: 'r1', title: 'Once more' };
  for (const round of [1, 2]) {
    const handle = await pipeline.start(again);
    await pipeline.until(handle, ({ review }) => review !== undefined);
    await handle.cancel();
    await handle.result().catch(() => undefined);
    await listener.until(() => listener.of(handle).length >= 2 * round);
  }
  const attempts = listener.attempts.filter(({ event }) => event.data.uid === 'again');
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
});
