import type { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { ALREADY_DECIDED } from '../../src/core/messages';
import type { ReviewMessage } from '../../src/core/review-message';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

const review = (handle: DeckHandle, message: unknown) => handle.executeUpdate('review', { args: [message] });
const refusal = (update: Promise<unknown>) =>
  update.then(
    () => 'taken',
    (error: WorkflowUpdateFailedError) => error.cause?.message,
  );
const inReview = (handle: DeckHandle, revision = 1) =>
  pipeline.until(
    handle,
    ({ stage, outline, review: waits }) => stage === 'review' && outline?.revision === revision && waits !== undefined,
  );
const outlineOf = async (handle: DeckHandle) => {
  const { outline } = await pipeline.progress(handle);
  return 'text' in outline!.document ? outline!.document.text : outline!.document.preview;
};

describe('a reviewer', () => {
  it('edits: the edit is a revision of its own, saved to the same task, and what the deck is made from', async () => {
    const handle = await pipeline.start({ title: 'Safety training for new drivers' });
    await inReview(handle);
    const edited =
      '# Safety training\n\n## Before the road\n\n### Seat and mirrors\n\n#### Adjust the seat\n\n## On the road\n\n### Distance\n\n#### Two seconds\n';
    const message: ReviewMessage = {
      revision: 1,
      decision: 'edit',
      outline: edited,
      reviewer: 'ada',
      comment: 'shorter',
    };
    expect(await review(handle, message)).toMatchObject({ decision: 'edit', revision: 2 });

    const progress = await inReview(handle, 2);
    expect(progress.revisions).toMatchObject([
      { revision: 1, source: 'generated' },
      { revision: 2, source: 'edited', by: 'ada', comment: 'shorter' },
    ]);
    expect(await outlineOf(handle)).toBe(edited);

    await review(handle, { revision: 2, decision: 'approve' });
    expect(await handle.result()).toMatchObject({ outcome: 'delivered', revision: 2 });
    expect(pipeline.records(handle)).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
  });

  it('edits with a text above the claim-check limit: the history stays small', async () => {
    const handle = await pipeline.start({ title: 'A long outline' });
    await inReview(handle);
    const chapters = Array.from(
      { length: 60 },
      (_, index) => `## Chapter ${index}\n\n### Page ${index}\n\n#### ${'word '.repeat(40)}${index}\n`,
    );
    const outline = `# A long outline\n\n${chapters.join('\n')}`;
    await review(handle, { revision: 1, decision: 'edit', outline });
    const { outline: current } = await inReview(handle, 2);
    expect(current!.document).toMatchObject({
      uri: expect.stringMatching(/^document:/),
      bytes: Buffer.byteLength(outline),
    });
    expect(JSON.stringify(await pipeline.progress(handle)).length).toBeLessThan(4000);
    await handle.cancel();
  });

  it('asks for another outline and gets a different one', async () => {
    const handle = await pipeline.start({ title: 'A guide to composting' });
    await inReview(handle);
    const first = await outlineOf(handle);
    expect(
      await review(handle, { revision: 1, decision: 'regenerate', reviewer: 'ada', comment: 'too dry' }),
    ).toMatchObject({
      decision: 'regenerate',
    });
    const { revisions } = await inReview(handle, 2);
    expect(revisions[1]).toMatchObject({ source: 'generated', by: 'ada', comment: 'too dry' });
    expect(await outlineOf(handle)).not.toBe(first);
    await review(handle, { revision: 2, decision: 'approve' });
    expect((await handle.result()).paidCalls).toMatchObject({ streamOutline: 2, createTask: 1, saveDesign: 1 });
  });

  it('rejects: the deck ends without content, design or file', async () => {
    const handle = await pipeline.start({ title: 'Never mind' });
    await inReview(handle);
    await review(handle, { revision: 1, decision: 'reject', reviewer: 'ada', comment: 'not now' });
    expect(await handle.result()).toMatchObject({
      outcome: 'rejected',
      files: [],
      rejection: { by: 'ada', comment: 'not now' },
    });
    expect(pipeline.records(handle)).toEqual({ tasks: 1, outlines: 1, contentJobs: 0, designs: 0, exports: 0 });
  });

  it('is refused with a sentence, and no history, when the decision does not fit', async () => {
    const handle = await pipeline.start({ title: 'Refusals' });
    await inReview(handle);
    const before = (await handle.describe()).historyLength;
    expect(await refusal(review(handle, { revision: 7, decision: 'approve' }))).toContain(
      'revision 7 is not the current revision',
    );
    expect(await refusal(review(handle, { revision: 1, decision: 'edit', outline: 'no headings' }))).toContain(
      'has no title',
    );
    expect(await refusal(review(handle, 'yes'))).toContain('send one object');
    expect((await handle.describe()).historyLength).toBe(before);
    await review(handle, { revision: 1, decision: 'approve', reviewer: 'ada' });
    expect(await refusal(review(handle, { revision: 1, decision: 'reject' }))).toMatch(
      /already approved by ada|just decided/,
    );
    await handle.result();
  });

  it('is one of two at once: one decision counts, the other is rejected', async () => {
    const handle = await pipeline.start({ title: 'Two reviewers' });
    await inReview(handle);
    const answers = await Promise.all(
      ['ada', 'bo'].map((reviewer) => refusal(review(handle, { revision: 1, decision: 'approve', reviewer }))),
    );
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    expect(answers.find((answer) => answer !== 'taken')).toMatch(/already approved|just decided/);
    await handle.result();
  });

  it('is rejected with a failure type of its own while an earlier one is applied', async () => {
    const handle = await pipeline.start({ title: 'Already decided' });
    await inReview(handle);
    await pipeline.stopWorker();
    const both = Promise.allSettled(
      ['ada', 'bo'].map((reviewer) => review(handle, { revision: 1, decision: 'regenerate', reviewer })),
    );
    await pipeline.startWorker();
    const rejected = (await both).flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.cause] : []));
    expect(rejected).toEqual([expect.any(ApplicationFailure)]);
    expect(rejected[0]).toMatchObject({
      type: ALREADY_DECIDED,
      nonRetryable: true,
      message: expect.stringMatching(/^revision 1 was just decided \(regenerate\) by (?:ada|bo)$/),
    });
    await handle.terminate();
  });

  it('sends the same update twice and has decided once', async () => {
    const handle = await pipeline.start({ title: 'Same update twice' });
    await inReview(handle);
    const send = () =>
      handle.executeUpdate('review', { args: [{ revision: 1, decision: 'regenerate' }], updateId: 'once' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect((await inReview(handle, 2)).paidCalls.streamOutline).toBe(2);
    await handle.cancel();
  });
});

describe('the signal approveOutline', () => {
  it('approves the revision that it names', async () => {
    const handle = await pipeline.start({ title: 'By signal' });
    await inReview(handle);
    await handle.signal('approveOutline', { revision: 1, reviewer: 'bo' });
    expect(await handle.result()).toMatchObject({ approval: { by: 'bo', revision: 1 } });
  });

  it('never approves content', async () => {
    const handle = await pipeline.start({ title: 'Content', settings: { contentReview: { mode: 'required' } } });
    await inReview(handle);
    await handle.signal('approveOutline', { revision: 1 });
    const { outline } = await pipeline.until(handle, (progress) => progress.review?.gate === 'content');
    await handle.signal('approveOutline', { revision: outline!.revision });
    const { problems } = await pipeline.until(handle, (progress) => progress.problems.length === 2);
    // A query can be ahead of the history; then the signal is handled at the stage before.
    expect(problems.at(-1)!.message).toMatch(/: (?:it approves outlines only; send the update|revision 1 was already)/);
    const { stage } = await pipeline.until(handle, (progress) => progress.review?.gate === 'content');
    expect(stage).toBe('contentReview');
    await handle.cancel();
  });

  it.each([undefined, null, 7, 'approve', [], {}, { reviewer: 'bo' }, { revision: 99 }, { revision: {} }])(
    'of the shape %j is recorded and ignored; the deck continues',
    async (value) => {
      const handle = await pipeline.start({ title: 'Malformed signals' });
      await inReview(handle);
      await handle.signal('approveOutline', value);
      const { problems, stage } = await pipeline.until(handle, (progress) => progress.problems.length === 2);
      expect(stage).toBe('review');
      expect(problems.map(({ type }) => type)).toEqual(['Frame', 'MessageIgnored']);
      await review(handle, { revision: 1, decision: 'reject' });
      await handle.result();
    },
  );

  it('that comes before there is an outline is recorded and ignored', async () => {
    const handle = await pipeline.start({ title: 'Too early' });
    await handle.signal('approveOutline', { revision: 1 });
    const { problems } = await inReview(handle);
    // A signal that came in with the outline already there is a decision like any other.
    expect(problems.map(({ type }) => type)).toEqual(['Frame', 'MessageIgnored']);
    await handle.cancel();
  });
});

describe('rules instead of a person', () => {
  const start = (review: Record<string, unknown>) => pipeline.start({ title: 'By rule', settings: { review } });

  it('off: the deck does not wait', async () => {
    expect(await (await start({ mode: 'off' })).result()).toMatchObject({ approval: { by: 'review off' } });
  });

  it('auto-approve after a while', async () => {
    const handle = await start({ mode: 'auto-approve', autoApproveAfter: '300ms' });
    expect(await handle.result()).toMatchObject({ approval: { by: 'auto-approve' } });
  });

  it('reminders, then the deadline approves', async () => {
    const handle = await start({ reminders: ['100ms', '200ms'], deadline: '8s', onDeadline: 'approve' });
    const { review: waits } = await pipeline.until(handle, (progress) => progress.review?.reminders === 2);
    expect(Date.parse(waits!.deadline!) - Date.parse(waits!.since)).toBe(8000);
    expect(await handle.result()).toMatchObject({ approval: { by: 'deadline' } });
  });

  it('the deadline rejects', async () => {
    const handle = await start({ reminders: [], deadline: '200ms', onDeadline: 'reject' });
    expect(await handle.result()).toMatchObject({ outcome: 'rejected', rejection: { by: 'deadline' } });
  });

  it('hold: the deadline passes and the deck still waits', async () => {
    const handle = await start({ reminders: ['150ms'], deadline: '100ms', onDeadline: 'hold' });
    const waiting = await pipeline.until(handle, (progress) => progress.review?.reminders === 1);
    expect(waiting.stage).toBe('review');
    expect(waiting.review?.deadline).toBeUndefined();
    await review(handle, { revision: 1, decision: 'reject' });
    await handle.result();
  });
});
