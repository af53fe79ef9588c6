import type { WorkflowUpdateFailedError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { PresentationResult, ReviewAnswer } from '../../src/core/progress';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ timing: { outlineFragmentMs: 1, contentFragmentMs: 1, exportMs: 100 } });
});
afterAll(() => pipeline.close());

const TWO = {
  review: { reviewers: ['Ann', 'Bo', 'Li'], approvals: 2, verifiedOnly: false, requiredGroups: ['legal'] },
  reviewerGroups: { legal: ['Li'] },
};
const EDITED = '# Tea\n\n## Kinds\n\n### Green tea\n\n#### Sencha\n';

/** Always the newest run. */
const newest = ({ workflowId }: { workflowId: string }) =>
  pipeline.temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;
async function started(settings: Record<string, unknown>): Promise<DeckHandle> {
  const deck = newest(await pipeline.start({ title: 'Tea', settings }));
  await pipeline.until(deck, ({ review }) => review !== undefined);
  return deck;
}
const decide = (deck: DeckHandle, message: object, updateId?: string) =>
  deck.executeUpdate<ReviewAnswer, [object]>('review', {
    args: [{ revision: 1, decision: 'approve', ...message }],
    ...(updateId === undefined ? {} : { updateId }),
  });
const refusal = (update: Promise<unknown>) =>
  update.then(
    () => 'taken',
    (error: WorkflowUpdateFailedError) => error.cause?.message,
  );
const decisionsIn = ({ decisions = [] }: Pick<PresentationResult, 'decisions'>) =>
  decisions.map(({ decision, by, revision, via }) => `${decision} ${revision} by ${by} via ${via}`);

/** The histories of ended decks, which are replayed together: a worker for each would take most of a test's time. */
const histories: { workflowId: string; history: Awaited<ReturnType<DeckHandle['fetchHistory']>> }[] = [];

/** Keeps the history of each run of a deck. @returns how many there are */
async function keptRuns({ workflowId }: DeckHandle): Promise<number> {
  const { workflow } = pipeline.temporal.client;
  const before = histories.length;
  const { events } = await workflow.getHandle(workflowId).fetchHistory();
  let runId = events![0]!.workflowExecutionStartedEventAttributes!.firstExecutionRunId ?? undefined;
  while (runId !== undefined) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push({ workflowId, history });
    runId = history.events!.at(-1)!.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  return histories.length - before;
}

describe('a gate that several people must approve', () => {
  it('collects approvals, across a stopped worker, and completes with the last one', async () => {
    const deck = await started(TWO);
    const { review, summary } = await pipeline.progress(deck);
    expect(review).toMatchObject({ mayDecide: ['Ann', 'Bo', 'Li'], approvals: { required: 2, given: [] } });
    expect(summary).toBe('outline revision 1 is awaiting review: 0 of 2 approvals; missing: legal');

    expect(await refusal(decide(deck, { reviewer: 'Zed' }))).toBe(
      'Zed may not decide on the outline; ask Ann, Bo or Li',
    );
    const first = await decide(deck, { reviewer: 'Ann', via: 'cli' }, 'ann-1');
    expect(first).toMatchObject({
      revision: 1,
      message: 'the approval of revision 1 by Ann is recorded: 1 of 2 approvals; missing: legal',
      approvals: { missing: { approvals: 1, groups: ['legal'] } },
    });

    await pipeline.stopWorker();
    await pipeline.startWorker();
    // Sent again under the same id: the first response, and one approval.
    expect(await decide(deck, { reviewer: 'Ann', via: 'cli' }, 'ann-1')).toEqual(first);
    expect(await refusal(decide(deck, { reviewer: 'ANN' }))).toContain('ANN has already approved revision 1');
    expect((await decide(deck, { reviewer: 'Bo' })).message).toContain('2 of 2 approvals; missing: legal');
    expect(await decide(deck, { reviewer: 'Li' })).toMatchObject({ message: expect.stringContaining('is approved') });

    const result = await deck.result();
    expect(result).toMatchObject({ outcome: 'delivered', approval: { by: 'Li', revision: 1 } });
    expect(decisionsIn(result)).toEqual([
      'approve 1 by Ann via cli',
      'approve 1 by Bo via api',
      'approve 1 by Li via api',
    ]);
    expect(result.decisions![0]).toMatchObject({
      gate: 'outline',
      verified: false,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(
      await refusal(decide(deck, { reviewer: 'Bo' }).catch(() => Promise.reject({ cause: { message: 'over' } }))),
    ).toBe('over');
    await keptRuns(deck);
  });

  it('accepts two approvals at the same time', async () => {
    const deck = await started({ review: { approvals: 2, verifiedOnly: false } });
    await pipeline.stopWorker();
    const both = Promise.all([decide(deck, { reviewer: 'Ann' }), decide(deck, { reviewer: 'Bo' })]);
    await pipeline.startWorker();
    expect((await both).map(({ decision }) => decision)).toEqual(['approve', 'approve']);
    const result = await deck.result();
    expect(decisionsIn(result).sort()).toEqual(['approve 1 by Ann via api', 'approve 1 by Bo via api']);
    await keptRuns(deck);
  });

  it.each(['A\u00adnn', '\u0410nn'])(
    'counts one person once, whatever invisible or foreign letters: %j',
    async (name) => {
      const deck = await started({ review: { approvals: 2, verifiedOnly: false } });
      await decide(deck, { reviewer: 'Ann' });
      expect(await refusal(decide(deck, { reviewer: name }))).toContain(
        `Ann, whose name reads as ${name}, has already`,
      );
      const { review } = await pipeline.progress(deck);
      expect(review!.approvals).toMatchObject({ given: [{ by: 'Ann' }], missing: { approvals: 1 } });
      await decide(deck, { reviewer: 'Bo' });
      await deck.result();
      await keptRuns(deck);
    },
  );

  it('keeps approvals, delegations and requests over runs, and an edit discards approvals', async () => {
    const deck = await started({ ...TWO, stepsPerRun: 1 });
    await decide(deck, { reviewer: 'Ann' });
    expect(await decide(deck, { decision: 'edit', outline: EDITED, reviewer: 'Bo' })).toMatchObject({ revision: 2 });
    const { review } = await pipeline.until(deck, (progress) => progress.review?.approvals?.given.length === 0);
    expect(review!.approvals!.missing).toEqual({ approvals: 2, groups: ['legal'] });

    await decide(deck, { revision: 2, decision: 'delegate', reviewer: 'Li', to: 'Lu' });
    expect(await refusal(decide(deck, { revision: 2, reviewer: 'Li' }))).toContain('(Lu decides for Li)');
    await decide(deck, { revision: 2, reviewer: 'Lu' });
    await deck.executeUpdate('moveToCurrentBuild');
    await deck.signal('approveOutline', { revision: 2, reviewer: 'Ann' });
    const result = await deck.result();
    expect(result.approval).toMatchObject({ by: 'Ann', revision: 2 });
    expect(decisionsIn(result)).toEqual([
      'approve 1 by Ann via api',
      'edit 1 by Bo via api',
      'delegate 2 by Li via api',
      'approve 2 by Lu via api',
      'approve 2 by Ann via api',
    ]);
    expect(await keptRuns(deck)).toBeGreaterThan(3);
  });

  it('records the deadline, and reminds of what is missing', async () => {
    const deck = await started({
      review: { approvals: 2, verifiedOnly: false, deadline: '3s', onDeadline: 'approve', reminders: ['1s'] },
    });
    await decide(deck, { reviewer: 'Ann' });
    const result = await deck.result();
    expect(result.approval!.by).toBe('deadline');
    expect(decisionsIn(result)).toEqual(['approve 1 by Ann via api', 'approve 1 by deadline via rule']);
    const { events } = await deck.fetchHistory();
    const notified = events!.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === 'notify' ? [Buffer.from(scheduled.input!.payloads![0]!.data!).toString()] : [],
    );
    expect(notified).toEqual([expect.stringContaining('(1 of 2 approvals; missing: 1 approval)')]);
  });

  it('ignores a signal by a person who may not decide, and records it', async () => {
    const deck = await started(TWO);
    await deck.signal('approveOutline', { revision: 1, reviewer: 'Zed' });
    const { problems, decisions } = await pipeline.until(deck, (progress) => progress.problems.length > 1);
    expect(problems).toMatchObject([
      { type: 'Frame' },
      { type: 'MessageIgnored', message: expect.stringContaining('Zed may not decide on the outline') },
    ]);
    expect(decisions).toBeUndefined();
    await decide(deck, { decision: 'reject', reviewer: 'Bo', comment: 'no' });
    expect(await deck.result()).toMatchObject({ outcome: 'rejected', rejection: { by: 'Bo' } });
  });
});

describe('a thread', () => {
  it('keeps the gate open if it objects, until it is resolved or a person approves over it', async () => {
    const deck = await started({});
    await decide(deck, { decision: 'edit', outline: EDITED, reviewer: 'Bo' });
    const on = (path: string, heading: string) => ({ item: { path, heading }, text: 'too long' });
    const request = { revision: 2, decision: 'request-changes', reviewer: 'Ann' };
    expect(await refusal(decide(deck, { ...request, comments: [on('1.1', 'Black tea')] }))).toBe(
      'item 1.1 is “Green tea”, not “Black tea”',
    );
    expect(await refusal(decide(deck, { ...request, comments: [on('4', 'Kinds')] }))).toBe('the text has no item 4');
    expect(await refusal(decide(deck, request))).toBe('request-changes requires "comment" or "comments"');
    expect(await decide(deck, { ...request, comments: [on('1.1', 'Green tea')] })).toMatchObject({
      threads: [1],
      message: 'opened about revision 2: thread 1',
    });
    const { threads, summary } = await pipeline.progress(deck);
    expect(threads).toMatchObject([{ number: 1, by: 'Ann', revision: 2, objection: true, ...on('1.1', 'Green tea') }]);
    expect(summary).toBe('outline revision 2 is awaiting review: 1 open objection');
    expect(await refusal(decide(deck, { revision: 2, reviewer: 'Bo' }))).toContain(
      'Ann (unverified) (thread 1) requested changes',
    );
    const resolve = { revision: 2, decision: 'resolve-thread', thread: 1, reviewer: 'Bo' };
    expect(await refusal(decide(deck, resolve))).toContain('give the reason in "comment"');
    await decide(deck, { ...resolve, comment: 'as agreed' });
    await decide(deck, { ...request, comment: 'still too long' });
    await decide(deck, { revision: 2, decision: 'reply', thread: 2, comment: 'Is it?', reviewer: 'Bo' });
    await decide(deck, { revision: 2, decision: 'edit', restore: 1, reviewer: 'Bo' });
    expect(await refusal(decide(deck, { revision: 3, reviewer: 'Bo' }))).toContain(
      'approve over it with "despite": [2]',
    );
    expect(await refusal(decide(deck, { revision: 3, reviewer: 'Bo', despite: [2] }))).toContain('give the reason');
    await decide(deck, { revision: 3, reviewer: 'Bo', despite: [2], comment: 'It is short now' });
    const { decisions } = await deck.result();
    expect(decisions!.map(({ decision, opens, closes }) => ({ decision, opens: opens?.length, closes }))).toEqual([
      { decision: 'edit' },
      { decision: 'request-changes', opens: 1 },
      { decision: 'resolve-thread', closes: [1] },
      { decision: 'request-changes', opens: 1 },
      { decision: 'reply' },
      { decision: 'edit' },
      { decision: 'approve', closes: [2] },
    ]);
    expect(decisions!.at(-1)).toMatchObject({ despite: [2], comment: 'It is short now' });
    await keptRuns(deck);
  });

  it('survives runs, and a suggestion of it becomes the text', async () => {
    const deck = await started({ stepsPerRun: 1 });
    await decide(deck, { decision: 'edit', outline: EDITED, reviewer: 'Bo' });
    const suggest = (path: string, heading: string, suggestion: string) => ({
      ...{ revision: 2, decision: 'comment', reviewer: 'Ann' },
      comments: [{ item: { path, heading }, slide: 3, suggestion }],
    });
    expect(await decide(deck, suggest('1.1', 'Green tea', 'Green 茶 # tea'))).toMatchObject({ threads: [1] });
    await decide(deck, suggest('1', 'Kinds', 'Sorts'));
    await decide(deck, { revision: 2, decision: 'reply', thread: 2, comment: 'Hm', reviewer: 'Bo' });
    // The line has moved meanwhile, and the other one is gone.
    const moved = '# Tea\n\n## New\n\n### First\n\n## Kind\n\n### Green tea\n\n#### Sencha\n';
    await decide(deck, { revision: 2, decision: 'edit', outline: moved, reviewer: 'Bo' });
    expect(await decide(deck, { revision: 3, decision: 'edit', accept: 1, reviewer: 'Bo' })).toMatchObject({
      revision: 4,
    });
    expect((await decide(deck, { revision: 4, decision: 'edit', accept: 2, reviewer: 'Bo' })).message).toBe(
      'the edited outline from Bo was rejected: the text no longer has the line “Kinds”',
    );
    const { outline, threads } = await pipeline.progress(deck);
    expect((outline!.document as { text: string }).text).toContain('### Green 茶 # tea');
    expect(threads).toMatchObject([
      { number: 1, suggestion: 'Green 茶 # tea', slide: 3, closed: { by: 'Bo', decision: 'edit' } },
      { number: 2, replies: [{ by: 'Bo', text: 'Hm' }] },
    ]);
    expect(threads![1]).not.toHaveProperty('closed');
    await decide(deck, { revision: 4, reviewer: 'Bo' });
    await deck.result();
    expect(await keptRuns(deck)).toBeGreaterThan(3);
  });

  it('refers to a text in the document store', async () => {
    const deck = await started({});
    const outline = `${EDITED}\n${Array.from({ length: 200 }, (_, at) => `## Chapter ${at}\n\n### Page ${at}\n`).join('\n')}`;
    await decide(deck, { decision: 'edit', outline });
    const request = { revision: 2, decision: 'request-changes', reviewer: 'Ann' };
    const on = (heading: string) => ({ ...request, comments: [{ item: { path: '9.1', heading }, text: 'why?' }] });
    expect(await refusal(decide(deck, on('Page 6')))).toBe('item 9.1 is “Page 7”, not “Page 6”');
    expect(await refusal(decide(deck, on('Page 5')))).toBe('item 9.1 is “Page 7”, not “Page 5”');
    expect(await decide(deck, on('Page 7'))).toMatchObject({ threads: [1] });
    const { problems } = await pipeline.progress(deck);
    expect(problems.map(({ message }) => message)).toEqual([
      'the comments of Ann were rejected: item 9.1 is “Page 7”, not “Page 6”',
      'the comments of Ann were rejected: item 9.1 is “Page 7”, not “Page 5”',
    ]);
    await decide(deck, { revision: 2, reviewer: 'Ann' });
    expect((await deck.result()).decisions!.at(-1)).toMatchObject({ decision: 'approve', closes: [1] });
    await keptRuns(deck);
  });
});

it.each([
  [
    { review: { reviewers: ['Ann'], approvals: 2, verifiedOnly: false } },
    'settings.review.approvals: requires 2 approvals, but only 1 person may decide',
  ],
  [{ review: { approvals: 2 } }, 'settings.review.verifiedOnly: must be set if approvals is 2'],
  [{ contentReview: { requiredGroups: ['law'] } }, 'settings.contentReview.requiredGroups: names the group law'],
  [
    { review: { reviewers: ['Ann'], selfApproval: false } },
    'settings.review.selfApproval: is false, but only Ann may decide',
  ],
])('a deck with the policy %j is rejected before anything is paid', async (settings, sentence) => {
  const deck = await pipeline.start({ title: 'Tea', settings });
  await expect(deck.result()).rejects.toMatchObject({
    cause: { type: 'InvalidInput', message: expect.stringContaining(sentence) },
  });
  expect(pipeline.records(deck)).toMatchObject({ tasks: 0 });
});

it('every deck above replays', async () => {
  const errors = [];
  const workflowBundle = builtBundle('presentation', plainTraits);
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, histories)) errors.push(error);
  expect(errors).toEqual(histories.map(() => undefined));
  expect(histories.length).toBeGreaterThan(12);
});
