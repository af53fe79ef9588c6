import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import {
  approve,
  edit,
  InvalidInput,
  NoAnswer,
  NoSuchPresentation,
  type PresentationHandle,
  type PresentationInput,
  type PresentationProgress,
  type PresentationResult,
  presentationHandle,
  presentationId,
  progress,
  regenerate,
  reject,
  resolve,
  restore,
  result,
  review,
  startPresentation,
  watch,
} from '../../src/decks/api';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { faults } from './validate';

let pipeline: Pipeline;
let client: Client;
beforeAll(async () => {
  pipeline = await startPipeline();
  client = pipeline.temporal.client;
});
afterAll(() => pipeline.close());

const start = (input: Partial<PresentationInput> = {}) =>
  startPresentation(
    client,
    { uid: `user-${randomUUID().slice(0, 8)}`, request: 'r1', title: 'The history of tea', ...input },
    { taskQueue: pipeline.settings.temporal.taskQueue },
  );
const quick = { firstPauseMs: 20, longestPauseMs: 100 };

async function inReview(handle: PresentationHandle, revision = 1): Promise<PresentationProgress> {
  for await (const news of watch(handle, quick)) {
    if (news.review !== undefined && news.outline?.revision === revision) return news;
  }
  throw new Error('it ended without a review');
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ taken: value }),
    (error: Error) => error,
  );

describe('a program', () => {
  it('starts a deck, watches it, approves its outline and has its result; all of it fits the schemas', async () => {
    const { handle, workflowId, existing } = await start();
    expect(existing).toBe(false);
    const stages: string[] = [];
    const news = watch(handle, quick);
    let end: PresentationResult | undefined;
    while (end === undefined) {
      const step = await news.next();
      if (step.done) {
        end = step.value;
        continue;
      }
      const { value } = step;
      expect(faults('progress', value)).toEqual([]);
      stages.push(value.stage);
      if (value.review === undefined || value.outline === undefined) continue;
      const answer = await approve(handle, value.outline.revision, { reviewer: 'ada', comment: 'fine' });
      expect(faults('review-answer', answer)).toEqual([]);
    }
    expect(end).toMatchObject({ outcome: 'delivered', approval: { by: 'ada', comment: 'fine' } });
    expect(end.files).toHaveLength(1);
    expect(faults('result', end)).toEqual([]);
    expect(await result(presentationHandle(client, workflowId))).toEqual(end);
    expect(stages).toContain('review');
    expect(stages.at(-1)).toBe('delivered');
    // Each is a change: nothing is reported twice.
    expect(new Set(stages).size).toBeGreaterThan(2);
  });

  it('starts the same request twice and has one deck', async () => {
    const first = await start();
    const [, uid] = first.workflowId.split('/');
    const second = await start({ uid: uid!, title: 'Another title' });
    expect(second).toMatchObject({ existing: true, workflowId: first.workflowId, runId: first.runId });
    expect((await inReview(second.handle)).title).toBe('The history of tea');
    expect(presentationId({ uid: uid!, request: 'r1' })).toBe(first.workflowId);
    await first.handle.cancel();
    // A cancelled one is started again.
    await thrown(result(first.handle));
    const third = await start({ uid: uid! });
    expect(third).toMatchObject({ existing: false, workflowId: first.workflowId });
    await third.handle.cancel();
  });

  it('is shown in lists and pages as one from the command line', async () => {
    const { handle } = await start({ title: 'Tea at work' });
    const description = await handle.describe();
    expect(description.memo).toMatchObject({ title: 'Tea at work' });
    expect(await description.staticSummary()).toBe('Tea at work');
    expect(await description.staticDetails()).toContain('- title: Tea at work');
    await handle.cancel();
  });

  it('gets every wrong field reported before anything starts', async () => {
    const uid = `user-${randomUUID().slice(0, 8)}`;
    const refused = await thrown(start({ uid, title: ' ', template: { id: 1 }, formats: ['docx' as 'ppt'] }));
    expect(refused).toBeInstanceOf(InvalidInput);
    expect((refused as InvalidInput).fields.map(({ path }) => path).sort()).toEqual(['formats.0', 'template', 'title']);
    expect((refused as InvalidInput).message).toContain('invalid input: ');
    const handle = presentationHandle(client, { uid, request: 'r1' });
    const asked = [progress(handle), result(handle), approve(handle, 1), resolve(handle, { action: 'retry' })];
    for (const error of await Promise.all(asked.map(thrown))) expect(error).toBeInstanceOf(NoSuchPresentation);
  });

  it('edits, restores, asks for another outline, and rejects', async () => {
    const { handle } = await start();
    await inReview(handle);
    const tree = { value: 'Tea', children: [{ value: 'Origins', children: [{ value: 'China' }] }] };
    expect(await edit(handle, 1, tree, { reviewer: 'ada' })).toMatchObject({ revision: 2 });
    expect(await restore(handle, 2, 1)).toMatchObject({ revision: 3 });
    expect(await regenerate(handle, 3, { comment: 'too dry' })).toMatchObject({ decision: 'regenerate' });
    const { revisions } = await inReview(handle, 4);
    expect(revisions.map(({ source }) => source)).toEqual(['generated', 'edited', 'edited', 'generated']);
    expect(await reject(handle, 4)).toMatchObject({ decision: 'reject' });
    expect(await result(handle)).toMatchObject({ outcome: 'rejected', rejection: { revision: 4 } });
  });

  it('gets a sentence that explains why a decision was rejected', async () => {
    const { handle } = await start();
    await inReview(handle);
    const refused = (name: string, sentence: string) => ({ name, message: expect.stringContaining(sentence) });
    expect(await thrown(approve(handle, 7))).toMatchObject(refused('InvalidReview', 'not the current'));
    expect(await thrown(edit(handle, 1, 'no headings'))).toMatchObject(refused('InvalidReview', 'has no title'));
    // Taken in, because the workflow cannot look; and then nowhere to be found.
    const sha256 = '0'.repeat(64);
    const lost = { uri: `document:${sha256}`, sha256, bytes: 10_000, preview: '# Tea' };
    expect(await thrown(edit(handle, 1, lost))).toMatchObject(refused('InvalidReview', 'was rejected'));
    expect(await thrown(resolve(handle, { action: 'retry' }))).toMatchObject(
      refused('InvalidResolution', 'the deck is not parked'),
    );
    const { outline } = await progress(handle);
    await reject(handle, outline!.revision);
    await result(handle);
    expect(await thrown(approve(handle, outline!.revision))).toMatchObject({
      name: 'InvalidReview',
      message: expect.stringMatching(/has ended|already rejected/),
    });
  });

  it('sends the same message twice by its id and has decided once', async () => {
    const { handle } = await start();
    await inReview(handle);
    const send = () => review(handle, { revision: 1, decision: 'regenerate' }, { updateId: 'once' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect((await inReview(handle, 2)).paidCalls.streamOutline).toBe(2);
    await handle.cancel();
  });

  it.each([
    ['Cancelled', (handle: PresentationHandle) => handle.cancel(), 'the deck was cancelled'],
    ['Terminated', (handle: PresentationHandle) => handle.terminate('enough'), 'enough'],
  ])('that watches learns of the end at once: %s', async (type, end, message) => {
    const { handle } = await start();
    await inReview(handle);
    const watching = (async () => {
      for await (const _ of watch(handle, { firstPauseMs: 60_000, longestPauseMs: 60_000 }));
    })();
    const failure = thrown(watching);
    await new Promise((done) => setTimeout(done, 300));
    await end(handle);
    expect(await failure).toMatchObject({ name: 'PresentationFailed', type, message });
    expect(await thrown(result(handle))).toMatchObject({ type, message });
  });

  it('stops watching when it likes: by leaving, or by a signal', async () => {
    const { handle } = await start();
    await inReview(handle);
    const leaving = new AbortController();
    const watching = (async () => {
      for await (const { stage } of watch(handle, { signal: leaving.signal })) {
        if (stage === 'review') leaving.abort(new Error('enough'));
      }
    })();
    expect(await thrown(watching)).toMatchObject({ message: 'enough' });
    await handle.cancel();
  });
});

describe('without a worker', () => {
  const onAnEmptyQueue = () =>
    startPresentation(
      client,
      { uid: `user-${randomUUID().slice(0, 8)}`, request: 'r1', title: 'No one is there' },
      { taskQueue: `empty-${randomUUID().slice(0, 8)}` },
    );

  it('a deck is started, and a question is answered by a sentence in time', async () => {
    const { handle, workflowId } = await onAnEmptyQueue();
    const silence = await thrown(progress(handle, { timeoutMs: 500 }));
    expect(silence).toBeInstanceOf(NoAnswer);
    expect((silence as Error).message).toContain(`no response from ${workflowId}`);
    expect(await thrown(review(handle, { revision: 1, decision: 'approve' }, { timeoutMs: 500 }))).toBeInstanceOf(
      NoAnswer,
    );
    await handle.cancel();
  });

  it('watching waits for a while, then reports that no worker answers', async () => {
    const { handle } = await onAnEmptyQueue();
    const news = watch(handle, { ...quick, patienceMs: 100 });
    expect(await thrown(news.next())).toBeInstanceOf(NoAnswer);
    await handle.cancel();
  });

  it('a deck in another namespace is not there', async () => {
    const elsewhere = new Client({ connection: pipeline.temporal.connection, namespace: 'service' });
    const { handle, workflowId } = await start();
    expect(await thrown(progress(presentationHandle(elsewhere, workflowId)))).toBeInstanceOf(NoSuchPresentation);
    await handle.cancel();
  });
});

describe('a deck that waits for help', () => {
  it('shows what to do, fits the schemas, and continues once it is resolved', async () => {
    const { handle } = await start({ template: { color: 'blue', rank: 999 }, settings: { review: { mode: 'off' } } });
    let answered: unknown;
    for await (const news of watch(handle, quick)) {
      expect(faults('progress', news)).toEqual([]);
      if (news.attention === undefined) continue;
      answered = await resolve(handle, { action: 'abandon', by: 'ada' });
      break;
    }
    expect(faults('resolve-answer', answered)).toEqual([]);
    expect(await thrown(result(handle))).toMatchObject({ name: 'PresentationFailed', type: 'Abandoned' });
  });
});
