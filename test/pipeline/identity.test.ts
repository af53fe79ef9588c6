import { listInbox } from '../../src/decks/inbox';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

const SAVE = '/api/design/v2/save';
const EXPORT = '/api/download/export/file';
const OFF = { review: { mode: 'off' } };
const refused = (code: number) =>
  ({ kind: 'answer', status: 200, body: JSON.stringify({ code, data: [], msg: 'no' }) }) as const;

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ faulty: true });
});
afterEach(() => pipeline.network.reset());
afterAll(() => pipeline.close());

const parked = (handle: DeckHandle) => pipeline.until(handle, ({ attention }) => attention !== undefined);
const resolve = (handle: DeckHandle, message: unknown) => handle.executeUpdate('resolve', { args: [message] });
const approve = (handle: DeckHandle) =>
  handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ann' }] });

describe('a task that has become that of another deck', () => {
  const BEES = '# Bees and honey\n\n## Hives\n\n### In the hive\n\n#### Wax\n';

  /** At the outline review, the service gives its task to another deck. */
  async function mixedUp(): Promise<{ handle: DeckHandle; taskId: number }> {
    const handle = await pipeline.start({ title: 'Penguins of Antarctica' });
    const { taskId, stage } = await pipeline.until(handle, ({ review }) => review !== undefined);
    expect(stage).toBe('review');
    const uid = handle.workflowId.split('/')[1]!;
    const request = { task_id: taskId!, content: BEES };
    await pipeline.client.call('saveOutline', request, { uid, channel: '', signal: AbortSignal.timeout(60_000) });
    await approve(handle);
    const { attention } = await parked(handle);
    expect(attention).toMatchObject({
      stage: 'content',
      type: 'ContentMismatch',
      message: `the content of task ${taskId} is about “Bees and honey”, not about “Penguins of Antarctica”`,
      remedy: expect.stringMatching(/resolve \S+ --retry --new-job --since \S+$/),
    });
    return { handle, taskId: taskId as number };
  }

  it('parks the deck before the design; another task gets the approved outline', async () => {
    const { handle, taskId } = await mixedUp();
    const approved = (await pipeline.progress(handle)).outline!.document;
    await resolve(handle, { action: 'retry', newJob: true });
    const result = await handle.result();
    expect(result).toMatchObject({
      outcome: 'delivered',
      paidCalls: { createTask: 2, startContent: 2, saveDesign: 1 },
    });
    expect(result.taskId).not.toBe(taskId);
    expect((await pipeline.progress(handle)).outline!.document).toEqual(approved);
  });

  it('is delivered as it is if a person accepts it', async () => {
    const { handle, taskId } = await mixedUp();
    await resolve(handle, { action: 'skip' });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', taskId });
  });
});

describe('a problem that someone else has resolved', () => {
  it('is not what a late resolution answers', async () => {
    pipeline.network.strike(SAVE, refused(40007));
    const handle = await pipeline.start({ title: 'Two operators', formats: ['pdf', 'ppt'], settings: OFF });
    const { attention: seen } = await parked(handle);
    expect(seen).toMatchObject({ type: 'QuotaExhausted' });
    pipeline.network.strike(EXPORT, refused(40008));
    await resolve(handle, { action: 'retry', since: seen!.at, by: 'ann' });
    const { attention: next } = await pipeline.until(handle, ({ attention }) => attention?.stage === 'export');
    const late = await resolve(handle, { action: 'skip', since: seen!.at, by: 'bob' }).catch(
      ({ cause }) => cause.message,
    );
    expect(late).toMatch(`the deck is parked for another reason since ${next!.at}: FeatureOff at stage export`);
    await resolve(handle, { action: 'skip', since: next!.at, by: 'ann' });
    expect((await handle.result()).files.map(({ format }) => format)).toEqual(['ppt']);
  });

  it('cannot be skipped if the deck would have no file', async () => {
    pipeline.network.strike(EXPORT, refused(40008));
    const handle = await pipeline.start({ title: 'No file', settings: OFF });
    await parked(handle);
    const refusal = await resolve(handle, { action: 'skip' }).catch(({ cause }) => cause.message);
    expect(refusal).toBe(
      'stage export cannot be skipped, because the deck would have no file; retry it, provide its ID, or abandon the deck',
    );
    await resolve(handle, { action: 'retry' });
    expect((await handle.result()).files).toHaveLength(1);
  });
});

it('a deck under another workflow ID is refused before anything is created', async () => {
  const started = await pipeline.temporal.client.workflow.start('presentation', {
    taskQueue: pipeline.settings.temporal.taskQueue,
    workflowId: 'a-random-id',
    args: [{ uid: 'u1', request: 'r1', title: 'Started by hand' }],
  });
  const error = await started.result().catch((failure) => failure);
  expect(error.cause).toMatchObject({
    type: 'InvalidInput',
    message: 'the workflow ID is a-random-id; start the deck as presentation/u1/r1',
  });
});

describe('a message that would fill the history', () => {
  it('is refused, and writes nothing', async () => {
    const handle = await pipeline.start({ title: 'Long message' });
    await pipeline.until(handle, ({ review }) => review !== undefined);
    const message = { revision: 1, decision: 'approve', unknown: 'x'.repeat(1_900_000) };
    for (let sent = 0; sent < 3; sent += 1) {
      const refusal = await handle.executeUpdate('review', { args: [message] }).catch(({ cause }) => cause.message);
      expect(refusal).toMatch(/^the message has \d+ characters, more than 150000/);
    }
    expect(Number((await handle.describe()).raw.workflowExecutionInfo!.historySizeBytes)).toBeLessThan(500_000);
    await handle.cancel();
  });
});

describe('an outline review with as many people as the settings take', () => {
  it('is found in the inbox of each, and delivered', async () => {
    const reviewers = Array.from({ length: 50 }, (_, at) => `${'reviewer.'.repeat(5)}${at}@example.org`);
    const handle = await pipeline.start({ title: 'Many people', settings: { review: { reviewers } } });
    await pipeline.until(handle, ({ review }) => review !== undefined);
    for (const reviewer of [reviewers[0]!, reviewers[49]!]) {
      let found: string[] = [];
      while (!found.includes(handle.workflowId)) {
        found = (await listInbox(pipeline.temporal, { limit: 50, reviewer })).items.map((item) => item.workflowId);
      }
    }
    await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: reviewers[49] }] });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
  });
});
