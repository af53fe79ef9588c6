import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { PRESENTATION } from '../../src/core/messages';
import type { NotificationResult } from '../../src/core/notices';
import { connectTemporal } from '../../src/temporal';
import {
  type Attempt,
  accepted,
  answering,
  type Behaviour,
  listenForWebhooks,
  verified,
  type WebhookListener,
  webhookSection,
} from '../notifications/webhook-listener';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { TEST_TEMPORAL } from '../setup/global-setup';
import { prepareProcesses } from './processes';

/** Row 17 of the fault matrix: receivers of webhooks that are not there, or do not do as they should. */

/** Longer than a busy machine can stall: a receiver that answers gets one request. */
const DEADLINE = '10s';
const KINDS = ['review.requested', 'deck.delivered'];

const folder = mkdtempSync(join(tmpdir(), 'deck-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const silent: Behaviour = () => undefined;
const hangingUp: Behaviour = (response) => response.destroy();
const withoutEnd: Behaviour = (response) => response.writeHead(200).write('and so on');
const faulty: Record<string, Behaviour> = {
  slow: silent,
  'server error': answering(500),
  'too many': answering(429, { 'retry-after': '2' }),
  unavailable: answering(503, { 'retry-after': new Date(Date.now() + 1000).toUTCString() }),
  'hanging up': hangingUp,
  'not found': answering(404),
};
/** What the child workflows of a deck say of a kind of event. */
async function resultOf({ temporal }: Pipeline, deck: DeckHandle, kind: string): Promise<NotificationResult> {
  const { events } = await deck.fetchHistory();
  const child = events!
    .map((event) => event.childWorkflowExecutionStartedEventAttributes?.workflowExecution?.workflowId)
    .find((id) => id?.includes(`/${kind}/`));
  return temporal.client.workflow.getHandle(child!).result() as Promise<NotificationResult>;
}
const kindsOf = (attempts: Attempt[]) => [...new Set(attempts.map(({ event }) => event.type))].sort();
const idsOf = (attempts: Attempt[], type: string) =>
  new Set(attempts.filter(({ event }) => event.type === type).map(({ headers }) => headers['webhook-id']));

describe('receivers that fail, each in its own way, all of them of one deck', () => {
  const names = [...Object.keys(faulty), 'down', 'redirecting', 'gone', 'good', 'without end'];
  const receivers = new Map<string, WebhookListener>();
  const of = (name: string) => receivers.get(name)!;
  let elsewhere: WebhookListener;
  let pipeline: Pipeline;
  let deck: DeckHandle;
  /** What had come to each receiver at the moment when the deck was delivered. */
  const before = new Map<string, number>();

  beforeAll(async () => {
    for (const name of names) receivers.set(name, await listenForWebhooks());
    elsewhere = await listenForWebhooks();
    for (const [name, behaviour] of Object.entries(faulty)) of(name).behave(behaviour);
    of('redirecting').behave(answering(307, { location: elsewhere.url }));
    of('gone').behave(answering(410));
    of('without end').behave(withoutEnd);
    await of('down').down();
    const webhooks = names.map((name) => webhookSection(of(name), folder, { name, eventTypes: KINDS }));
    pipeline = await startPipeline({ settings: { notifications: { webhooks, timeout: DEADLINE } } });

    deck = await pipeline.start({ title: 'Nobody listens', settings: { review: { mode: 'required' } } });
    await pipeline.until(deck, (progress) => progress.review !== undefined);
    await deck.executeUpdate('review', { args: [{ revision: 1, decision: 'approve' }] });
    await deck.result();
    for (const name of names) before.set(name, of(name).attempts.length);
    // Each existing one has failed at both events before it is fixed.
    for (const name of [...Object.keys(faulty), 'redirecting']) {
      await of(name).until(() => kindsOf(of(name).attempts).length === 2);
    }
    for (const name of [...Object.keys(faulty), 'redirecting']) of(name).behave(accepted);
    await of('down').up();
  });
  afterAll(async () => {
    await pipeline.close();
    await Promise.all([...receivers.values(), elsewhere].map((listener) => listener.close()));
  });

  it('do not hold it up: it was delivered while none of them had taken an event', async () => {
    const { outcome } = await deck.result();
    expect(outcome).toBe('delivered');
    expect(before.get('down')).toBe(0);
    // The good one had received the review, which was still being sent to the others.
    expect(before.get('good')).toBeGreaterThan(0);
  });

  it.each([...Object.keys(faulty), 'down', 'redirecting'])(
    '%s: told again until it has taken both events, each under one id, each attempt signed',
    async (name) => {
      const { review, delivered } = {
        review: await resultOf(pipeline, deck, 'review.requested'),
        delivered: await resultOf(pipeline, deck, 'deck.delivered'),
      };
      expect(review.heard).toContain(`webhook ${name}`);
      expect(delivered.heard).toContain(`webhook ${name}`);
      const { attempts } = of(name);
      expect(kindsOf(attempts)).toEqual([...KINDS].sort());
      for (const kind of KINDS) {
        expect([...idsOf(attempts, kind)]).toEqual([...idsOf(of('good').attempts, kind)]);
        expect(attempts.filter(({ event }) => event.type === kind).length).toBeGreaterThan(name === 'down' ? 0 : 1);
      }
      for (const attempt of attempts) expect(verified(of(name), attempt)).toEqual(attempt.event);
    },
  );

  it('the good one gets each event once, whatever the others do', async () => {
    await resultOf(pipeline, deck, 'deck.delivered');
    expect(of('good').attempts.map(({ event }) => event.type)).toEqual(KINDS);
    expect(of('without end').attempts.map(({ event }) => event.type)).toEqual(KINDS);
  });

  it('one that asks for time gets it', async () => {
    await resultOf(pipeline, deck, 'review.requested');
    const [first, second] = of('too many').attempts.filter(({ event }) => event.type === 'review.requested');
    const sent = (attempt: Attempt | undefined) => Number(attempt!.headers['webhook-timestamp']);
    expect(sent(second) - sent(first)).toBeGreaterThanOrEqual(2);
  });

  it('one that answers 410 does not get that event again', async () => {
    const { missed } = await resultOf(pipeline, deck, 'deck.delivered');
    expect(missed).toEqual([{ receiver: 'webhook gone', reason: 'webhook gone responded with 410 (gone)' }]);
    expect(of('gone').attempts.map(({ event }) => event.type)).toEqual(KINDS);
  });

  it('a redirect is not followed', () => {
    expect(elsewhere.attempts).toEqual([]);
  });
});

it('a receiver that never answers is given up; the result and the log say so', async () => {
  const [bad, good] = await Promise.all([listenForWebhooks(), listenForWebhooks()]);
  bad.behave(answering(500));
  let logged = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const webhooks = [
    webhookSection(bad, folder, { eventTypes: KINDS }),
    webhookSection(good, folder, { eventTypes: KINDS }),
  ];
  const pipeline = await startPipeline({
    log: pino(lines),
    settings: { notifications: { webhooks, timeout: DEADLINE, giveUpAfter: '10s' } },
  });
  try {
    const deck = await pipeline.start({ title: 'Given up', settings: { review: { mode: 'off' } } });
    await deck.result();
    expect(await resultOf(pipeline, deck, 'deck.delivered')).toEqual({
      event: 'deck.delivered',
      heard: ['webhook 2'],
      missed: [{ receiver: 'webhook 1', reason: 'webhook 1 responded with 500' }],
    });
    expect(logged).toContain('notification not delivered to webhook 1: webhook 1 responded with 500');
    expect(bad.attempts.length).toBeGreaterThan(1);
    expect(idsOf(bad.attempts, 'deck.delivered').size).toBe(1);
  } finally {
    await pipeline.close();
    await Promise.all([bad.close(), good.close()]);
  }
});

it('kill -9 of the worker while it is telling: told by the next one, under the same id', async () => {
  const listener = await listenForWebhooks();
  listener.behave(silent);
  const processes = await prepareProcesses({
    temporalAddress: process.env[TEST_TEMPORAL]!,
    own: randomUUID().slice(0, 8),
    timing: {},
    notifications: { webhooks: [webhookSection(listener, folder)], timeout: '1m' },
  });
  const temporal = await connectTemporal(processes.settings);
  try {
    await Promise.all([processes.start('service'), processes.start('worker')]);
    const uid = 'killed';
    const request = randomUUID().slice(0, 8);
    const deck = (await temporal.client.workflow.start(PRESENTATION, {
      taskQueue: processes.settings.temporal.taskQueue,
      workflowId: `presentation/${uid}/${request}`,
      args: [{ uid, request, title: 'Told twice', settings: { review: { mode: 'required' } } }],
    })) as unknown as DeckHandle;
    // It is in the middle of the call: sent, not answered.
    await listener.until(() => listener.attempts.length === 1);
    await processes.kill('worker');
    listener.behave(accepted);
    await processes.start('worker');
    const told = await listener.until(() => listener.attempts.length === 2 && listener.attempts);
    expect(idsOf(told, 'review.requested').size).toBe(1);
    for (const attempt of told) expect(verified(listener, attempt).type).toBe('review.requested');
    const result = await resultOf({ temporal } as Pipeline, deck, 'review.requested');
    expect(result).toEqual({ event: 'review.requested', heard: ['webhook 1'], missed: [] });
    await deck.terminate();
  } finally {
    await processes.close();
    await temporal.close();
    await listener.close();
  }
});
