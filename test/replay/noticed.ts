import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { settingsSchema } from '../../src/config';
import { PRESENTATION } from '../../src/core/messages';
import { startPresentationWorker } from '../../src/worker/run-worker';
import { listenForWebhooks, webhookSection } from '../notifications/webhook-listener';
import type { DeckHandle, Pipeline } from '../pipeline/pipeline';

/**
 * Runs a deck whose worker has receivers, until it has ended and all notifications are sent.
 * @param act what people do to the deck meanwhile
 * @returns the deck, and the workflows that told of it
 */
export async function noticed(
  pipeline: Pipeline,
  input: object,
  act: (handle: DeckHandle) => Promise<unknown>,
): Promise<{ deck: DeckHandle; notifications: DeckHandle[] }> {
  const listener = await listenForWebhooks();
  const taskQueue = `noticed-${randomUUID().slice(0, 8)}`;
  const { notifications } = settingsSchema.parse({
    notifications: { webhooks: [webhookSection(listener, pipeline.directory)] },
  });
  const { settings, temporal } = pipeline;
  const worker = await startPresentationWorker({
    settings: { ...settings, notifications, temporal: { ...settings.temporal, taskQueue } },
    temporal,
    log: pino({ level: 'silent' }),
  });
  try {
    const uid = `user-${randomUUID().slice(0, 8)}`;
    const deck = (await temporal.client.workflow.start(PRESENTATION, {
      taskQueue,
      workflowId: `presentation/${uid}/r1`,
      args: [{ uid, request: 'r1', ...input }],
    })) as unknown as DeckHandle;
    await act(deck);
    await deck.result().catch(() => undefined);
    const { events } = await deck.fetchHistory();
    const ids = events!
      .map((event) => event.childWorkflowExecutionStartedEventAttributes?.workflowExecution?.workflowId)
      .filter((id) => typeof id === 'string');
    const children = ids.map((id) => temporal.client.workflow.getHandle(id) as unknown as DeckHandle);
    await Promise.all(children.map((child) => child.result()));
    return { deck, notifications: children };
  } finally {
    await worker.stop();
    await listener.close();
  }
}
