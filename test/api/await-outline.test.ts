import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import {
  type AwaitOutlineOptions,
  approve,
  awaitOutline,
  edit,
  InvalidInput,
  NoAnswer,
  NoSuchPresentation,
  type PresentationHandle,
  type PresentationInput,
  presentationHandle,
  progress,
  reject,
  result,
  startAndAwaitOutline,
  startPresentation,
  WaitRefused,
} from '../../src/decks/api';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { faults } from './validate';

let pipeline: Pipeline;
let client: Client;
beforeAll(async () => {
  // An outline takes about two seconds.
  pipeline = await startPipeline({ timing: { outlineFragmentMs: 15 } });
  client = pipeline.temporal.client;
});
afterAll(() => pipeline.close());

function inputWith(input: Partial<PresentationInput> = {}): PresentationInput {
  return { uid: `user-${randomUUID().slice(0, 8)}`, request: 'r1', title: 'The history of tea', ...input };
}

const taskQueue = () => pipeline.settings.temporal.taskQueue;
const startAndAwait = (input: Partial<PresentationInput> = {}, options: AwaitOutlineOptions = {}) =>
  startAndAwaitOutline(client, inputWith(input), { taskQueue: taskQueue(), ...options });
const start = (input: Partial<PresentationInput> = {}) =>
  startPresentation(client, inputWith(input), { taskQueue: taskQueue() });

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ taken: value }),
    (error: Error) => error,
  );

async function runsOf({ workflowId }: PresentationHandle) {
  const histories = [];
  const newest = await client.workflow.getHandle(workflowId).fetchHistory();
  let runId = newest.events![0]!.workflowExecutionStartedEventAttributes!.firstExecutionRunId ?? undefined;
  while (runId !== undefined) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push({ workflowId, history });
    runId = history.events!.at(-1)!.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  return histories;
}

/** @returns the number of runs, each of which replays. */
async function replayed(handle: PresentationHandle): Promise<number> {
  const runs = await runsOf(handle);
  const errors = [];
  const workflowBundle = builtBundle('presentation', plainTraits);
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, runs)) errors.push(error);
  expect(errors).toEqual(runs.map(() => undefined));
  return runs.length;
}

/** The number of accepted updates over all runs of a deck. */
async function acceptedUpdates(handle: PresentationHandle): Promise<number> {
  const events = (await runsOf(handle)).flatMap(({ history }) => history.events ?? []);
  return events.filter(({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) => accepted != null).length;
}

describe('startAndAwaitOutline', () => {
  it('starts a deck and returns its outline with the first update; later waits return at once', async () => {
    const { handle, existing, answer, runId } = await startAndAwait();
    expect(existing).toBe(false);
    expect(answer).toMatchObject({ status: 'review', stage: 'review', outline: { revision: 1, source: 'generated' } });
    expect(faults('outline-answer', answer)).toEqual([]);
    expect((await handle.describe()).runId).toBe(runId);
    expect(await acceptedUpdates(handle)).toBe(1);

    await edit(handle, 1, '# Tea\n\n## Origins\n\n### China\n\n#### Leaves\n');
    expect(await awaitOutline(handle)).toMatchObject({ status: 'review', outline: { revision: 2, source: 'edited' } });
    await approve(handle, 2);
    expect(await awaitOutline(handle)).toMatchObject({ status: 'passed', outline: { revision: 2 } });
    expect(await result(handle)).toMatchObject({ outcome: 'delivered' });
    expect(await awaitOutline(handle)).toEqual({ status: 'ended', stage: 'delivered' });
    expect(await replayed(handle)).toBe(1);
  });

  it('returns the existing deck of the request, whether it runs or is complete', async () => {
    const input = inputWith();
    const both = await Promise.all([startAndAwait(input), startAndAwait(input)]);
    expect(both.map(({ existing }) => existing).sort()).toEqual([false, true]);
    expect(both.map(({ answer }) => answer.outline?.revision)).toEqual([1, 1]);
    const [{ handle }] = both;
    await reject(handle, 1);
    await result(handle);
    expect(await startAndAwait(input)).toMatchObject({
      existing: true,
      answer: { status: 'ended', stage: 'rejected' },
    });
  });

  it('starts nothing for an invalid input', async () => {
    const input = inputWith({ title: '' });
    expect(await thrown(startAndAwait(input))).toBeInstanceOf(InvalidInput);
    expect(await thrown(awaitOutline(presentationHandle(client, input)))).toBeInstanceOf(NoSuchPresentation);
  });

  it('returns without a review if there is none', async () => {
    const { answer, handle } = await startAndAwait({ settings: { review: { mode: 'off' } } });
    expect(answer).toMatchObject({ status: 'passed', outline: { revision: 1 } });
    await handle.cancel();
  });

  it('returns the failure of a deck that is parked before its outline', async () => {
    const { answer, handle } = await startAndAwait({ settings: { paidCalls: 1 } });
    expect(answer).toMatchObject({ status: 'parked', stage: 'outline', attention: { remedy: expect.any(String) } });
    expect(faults('outline-answer', answer)).toEqual([]);
    await handle.cancel();
  });

  it('says in time that the outline is not ready; the deck continues', async () => {
    const input = inputWith();
    const late = await thrown(startAndAwait(input, { timeoutMs: 700 }));
    expect(late).toBeInstanceOf(NoAnswer);
    expect((late as Error).message).toMatch(/^the outline of presentation\/user-\w+\/r1 was not ready within 0.7 s; /);
    const handle = presentationHandle(client, input);
    expect(await awaitOutline(handle)).toMatchObject({ status: 'review' });
    await handle.cancel();
  });
});

describe('a wait', () => {
  it('continues when the worker is replaced', async () => {
    const { handle } = await start();
    const waiting = awaitOutline(handle);
    await pipeline.until(handle as never, ({ stage }) => stage === 'outline');
    await pipeline.stopWorker();
    await pipeline.startWorker();
    expect(await waiting).toMatchObject({ status: 'review', outline: { revision: 1 } });
    expect(await replayed(handle)).toBe(1);
    await handle.cancel();
  });

  it('continues on the next run, however often the deck continues as new', async () => {
    const { handle, answer } = await startAndAwait({ settings: { stepsPerRun: 1 } });
    expect(answer).toMatchObject({ status: 'review', outline: { revision: 1 } });
    await approve(handle, 1);
    expect(await result(handle)).toMatchObject({ outcome: 'delivered', paidCalls: { streamOutline: 1 } });
    expect(await replayed(handle)).toBeGreaterThan(3);
    // More than one, or no wait was ever interrupted by the end of its run.
    expect(await acceptedUpdates(handle)).toBeGreaterThan(2);
  });

  it.each([
    ['cancelled', (handle: PresentationHandle) => handle.cancel(), 'cancelled'],
    ['terminated', (handle: PresentationHandle) => handle.terminate('enough'), 'failed'],
  ])('ends with a deck that is %s', async (_, end, stage) => {
    const { handle } = await start();
    const waiting = awaitOutline(handle);
    await pipeline.until(handle as never, ({ stage: at }) => at === 'outline');
    await end(handle);
    expect(await waiting).toMatchObject({ status: 'ended', stage });
  });

  it('is permitted to five callers at a time, so that decisions find room', async () => {
    const { handle } = await start();
    const waiting = Array.from({ length: 5 }, () => awaitOutline(handle));
    await pipeline.until(handle as never, ({ stage }) => stage === 'outline');
    while ((await acceptedUpdates(handle)) < 5) await progress(handle);
    const sixth = await thrown(awaitOutline(handle));
    expect(sixth).toBeInstanceOf(WaitRefused);
    expect((sixth as Error).message).toBe(
      '5 callers already wait for the outline of this deck; use the query progress',
    );
    expect(await thrown(approve(handle, 1))).toMatchObject({ name: 'InvalidReview' });
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 'review' });
    expect(await awaitOutline(handle)).toMatchObject({ status: 'review' });
    await handle.cancel();
  });

  it('is rejected if its message cannot be read; the deck continues', async () => {
    const { handle } = await start();
    const payload = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{') };
    const { outcome } = await client.workflowService.updateWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: handle.workflowId },
      waitPolicy: { lifecycleStage: 3 },
      request: {
        meta: { updateId: randomUUID(), identity: 'test' },
        input: { name: 'awaitOutline', args: { payloads: [payload] } },
      },
    });
    expect(outcome?.failure?.message).toContain('cannot be read');
    expect(await awaitOutline(handle)).toMatchObject({ status: 'review' });
    await handle.cancel();
  });
});
