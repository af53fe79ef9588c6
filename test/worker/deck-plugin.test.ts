import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { packageRoot } from '../../src/base/io/package-root';
import { approve, awaitOutline, result, startPresentation } from '../../src/decks/api';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import type { Order } from './embedding/orders';

// As installed: compiled, with the workflows next to it.
const { DeckPlugin } = require(
  join(packageRoot, 'dist', 'src', 'worker', 'index.js'),
) as typeof import('../../src/worker/index');

let pipeline: Pipeline;
let connection: NativeConnection;
beforeAll(async () => {
  pipeline = await startPipeline();
  // Its service alone: the decks are worked on by workers of the program.
  await pipeline.stopWorker();
  connection = await NativeConnection.connect({ address: pipeline.temporal.address });
});
afterAll(async () => {
  await connection.close();
  await pipeline.close();
});

const namespace = () => pipeline.settings.temporal.namespace;
const sections = (more: object = {}) => ({
  service: { baseUrl: pipeline.service.url },
  data: { directory: join(pipeline.directory, 'embedded') },
  output: { directory: join(pipeline.directory, 'brochures') },
  log: { level: 'silent' },
  ...more,
});
const queue = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const workerWith = (options: Partial<WorkerOptions> & { taskQueue: string }) =>
  Worker.create({ connection, namespace: namespace(), shutdownGraceTime: '1s', ...options });
const clientWith = (plugin: InstanceType<typeof DeckPlugin>) =>
  new Client({ connection: pipeline.temporal.connection, namespace: namespace(), plugins: [plugin] });

/** Runs the workers until the work is done, and checks that all of them end. */
async function during<Result>(workers: Worker[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...others] = workers;
  if (first === undefined) return work();
  return first.runUntil(() => during(others, work));
}

async function ordered(client: Client, taskQueue: string, order: Order): Promise<string> {
  return client.workflow.execute<(order: Order) => Promise<string>>('brochure', {
    workflowId: `brochure-${order.customer}`,
    taskQueue,
    args: [order],
  });
}

function expectFile(said: string, customer: string): void {
  const [, path] = new RegExp(`^${customer}: delivered (/.*\\.pptx)$`).exec(said) ?? [];
  expect(path).toContain(join(pipeline.directory, 'brochures', customer));
  expect(statSync(path!).size).toBeGreaterThan(10_000);
}

describe('a program with workers of its own', () => {
  it('runs decks on a task queue next to its own; its workflow starts one and waits for it', async () => {
    const plugin = new DeckPlugin({ settings: sections() });
    const [orders, decks] = [queue('orders'), queue('decks')];
    const workers = await Promise.all([
      workerWith({ taskQueue: orders, workflowsPath: require.resolve('./embedding/orders') }),
      workerWith({ taskQueue: decks, plugins: [plugin] }),
    ]);
    const client = clientWith(plugin);
    await during(workers, async () => {
      expectFile(await ordered(client, orders, { customer: 'ada', deckQueue: decks }), 'ada');
      // The interface for programs works with it as with `deck worker`.
      const { handle } = await startPresentation(
        client,
        { uid: 'bob', request: 'r1', title: 'Reviewed' },
        { taskQueue: decks },
      );
      expect(await awaitOutline(handle)).toMatchObject({ status: 'review', outline: { revision: 1 } });
      await approve(handle, 1);
      expect(await result(handle)).toMatchObject({ outcome: 'delivered' });
    });
    expect(workers.map((worker) => worker.getState())).toEqual(['STOPPED', 'STOPPED']);
  });

  it('runs decks and its own workflows in one worker, whose module exports both', async () => {
    const plugin = new DeckPlugin({ settings: sections() });
    const both = queue('both');
    const greet = async () => 'hello';
    const worker = await workerWith({
      taskQueue: both,
      workflowsPath: require.resolve('./embedding/with-decks'),
      activities: { greet },
      plugins: [plugin],
    });
    expect(worker.options.activities.has('greet')).toBe(true);
    expect(worker.options.activities.has('deliverNotification')).toBe(true);
    await during([worker], async () => expectFile(await ordered(clientWith(plugin), both, { customer: 'eve' }), 'eve'));
  });

  it('encrypts what decks and their clients write, if the settings say so', async () => {
    const env = { ...process.env, EMBEDDED_KEY: '0123456789abcdef'.repeat(4) };
    const encryption = { enabled: true, currentKey: 'k1', keys: [{ id: 'k1', key: { env: 'EMBEDDED_KEY' } }] };
    const plugin = new DeckPlugin({ settings: sections({ encryption }), env });
    const taskQueue = queue('secret');
    const client = clientWith(plugin);
    const worker = await workerWith({ taskQueue, plugins: [plugin] });
    await during([worker], async () => {
      const input = {
        uid: 'eva',
        request: 'r1',
        title: 'Not for other users',
        settings: { review: { mode: 'off' } },
      };
      const { handle } = await startPresentation(client, input as never, { taskQueue });
      expect(await result(handle)).toMatchObject({ outcome: 'delivered', title: input.title });
      const { history } = await pipeline.temporal.connection.workflowService.getWorkflowExecutionHistory({
        namespace: namespace(),
        execution: { workflowId: handle.workflowId },
      });
      const bytes = Buffer.from(JSON.stringify(history)).toString();
      const plain = Buffer.from(input.title).toString('base64').slice(0, -4);
      expect(history!.events!.length).toBeGreaterThan(10);
      expect(bytes.includes(plain) || bytes.includes(input.title)).toBe(false);
    });
  });
});

describe('the plugin says what cannot be combined', () => {
  const plugin = () => new DeckPlugin({ settings: sections() });

  it.each([
    ['a worker without a connection', { connection: undefined as never }, 'needs the option connection'],
    [
      'a payload converter of the program',
      { dataConverter: { payloadConverterPath: require.resolve('./embedding/orders') } },
      'run them on a separate task queue',
    ],
  ])('%s', async (_, options, sentence) => {
    await expect(workerWith({ taskQueue: queue('no'), plugins: [plugin()], ...options })).rejects.toThrow(sentence);
  });

  it('settings that are wrong', () => {
    expect(() => new DeckPlugin({ settings: { worker: { concurrency: { api: 0 } } } })).toThrow(
      'worker.concurrency.api',
    );
  });
});
