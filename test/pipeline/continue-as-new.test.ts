import { Worker } from '@temporalio/worker';
import type { PresentationResult } from '../../src/core/progress';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';

/** Every stage, poll, reminder and message ends its run, so each boundary of a run is met. */
const EVERY_STEP = { stepsPerRun: 1 };

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ timing: { outlineFragmentMs: 1, contentFragmentMs: 1, exportMs: 300 } });
});
afterAll(() => pipeline.close());

/** Always the newest run, as the command line does. */
const newest = ({ workflowId }: { workflowId: string }) =>
  pipeline.temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;

async function started(settings: Record<string, unknown> = {}, input: object = {}): Promise<DeckHandle> {
  return newest(await pipeline.start({ title: 'Continued', settings: { ...EVERY_STEP, ...settings }, ...input }));
}

const inReview = (deck: DeckHandle, revision: number) =>
  pipeline.until(deck, ({ review, outline }) => review !== undefined && outline?.revision === revision);

const decide = (deck: DeckHandle, message: unknown) => deck.executeUpdate('review', { args: [message] });

/** The histories of all runs of a deck, oldest first. */
async function runsOf({ workflowId }: DeckHandle) {
  const { workflow } = pipeline.temporal.client;
  const histories = [];
  for (let runId: string | undefined = (await firstRun(workflowId)) ?? undefined; runId !== undefined; ) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push({ workflowId, runId, history });
    const last = history.events!.at(-1)!;
    runId = last.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  return histories;
}

async function firstRun(workflowId: string): Promise<string | null | undefined> {
  const { events } = await pipeline.temporal.client.workflow.getHandle(workflowId).fetchHistory();
  return events![0]!.workflowExecutionStartedEventAttributes!.firstExecutionRunId;
}

/** @returns how many runs there were, each replayed by the shipped code without an error. */
async function replayed(deck: DeckHandle): Promise<number> {
  const runs = await runsOf(deck);
  const workflowBundle = builtBundle('presentation', plainTraits);
  const errors = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, runs)) errors.push(error);
  expect(errors).toEqual(runs.map(() => undefined));
  return runs.length;
}

it('a deck that continues as a new run at every step knows everything; nothing is made twice', async () => {
  const deck = await started({}, { formats: ['ppt', 'pdf'] });
  await inReview(deck, 1);
  await decide(deck, { revision: 1, decision: 'regenerate', reviewer: 'ada', comment: 'again' });
  await inReview(deck, 2);
  await decide(deck, { revision: 2, decision: 'edit', outline: '# Title\n\n## Chapter\n\n### Page\n' });
  await inReview(deck, 3);
  await decide(deck, { revision: 3, decision: 'approve', reviewer: 'bo' });
  const result = (await deck.result()) as PresentationResult;
  expect(result).toMatchObject({
    outcome: 'delivered',
    revision: 3,
    approval: { by: 'bo' },
    paidCalls: { createTask: 1, streamOutline: 2, startContent: 1, saveDesign: 1, startExport: 2 },
  });
  expect(pipeline.records(deck)).toEqual({ tasks: 1, outlines: 2, contentJobs: 1, designs: 1, exports: 2 });
  expect(await replayed(deck)).toBeGreaterThan(10);
});

it('no decision is lost that comes right after the one that ends a run', async () => {
  const decks = await Promise.all(Array.from({ length: 6 }, () => started()));
  const ends = await Promise.all(
    decks.map(async (deck) => {
      await inReview(deck, 1);
      await decide(deck, { revision: 1, decision: 'edit', outline: '# Title\n\n## Chapter\n\n### Page\n' });
      // By signal at once, without a look whether the next run waits for it yet.
      await deck.signal('approveOutline', { revision: 2, reviewer: 'quick' });
      const { approval, problems } = (await deck.result()) as PresentationResult;
      return { by: approval?.by, revision: approval?.revision, problems };
    }),
  );
  expect(ends).toEqual(decks.map(() => ({ by: 'quick', revision: 2, problems: [] })));
});

it('six edits in a row, each right after the answer to the one before, are all taken', async () => {
  const deck = await started();
  await inReview(deck, 1);
  const answers = [];
  for (let revision = 1; revision <= 6; revision += 1) {
    answers.push(
      await decide(deck, { revision, decision: 'edit', outline: `# T\n\n## Chapter ${revision}\n\n### Page\n` }),
    );
  }
  expect(answers).toMatchObject([2, 3, 4, 5, 6, 7].map((revision) => ({ revision })));
  await decide(deck, { revision: 7, decision: 'reject' });
  expect(await deck.result()).toMatchObject({ outcome: 'rejected', problems: [] });
  await replayed(deck);
});

it('a flood of messages at a gate ends the run, not the deck: it waits on, and a decision is taken', async () => {
  const deck = await started({ stepsPerRun: 20 });
  await inReview(deck, 1);
  for (let sent = 0; sent < 60; sent += 1) await deck.signal('approveOutline', { nonsense: sent });
  await deck.signal('unknown', 'x');
  await deck.signal('__temporal_reserved', 'x');
  await deck.signal('approveOutline', { revision: 9 });
  const { review, problems } = await pipeline.until(deck, (progress) => progress.problems.length === 11);
  expect({ review: review?.gate, kept: problems.length - 1 }).toEqual({ review: 'outline', kept: 10 });
  await decide(deck, { revision: 1, decision: 'approve' });
  expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
  // How many runs depends on how many messages one step takes in.
  expect(await replayed(deck)).toBeGreaterThan(1);
});

it('a review that ends automatically does so on time, after any number of runs', async () => {
  const review = { mode: 'auto-approve', autoApproveAfter: '4s', reminders: ['500ms', '1s', '1500ms'] };
  const deck = await started({ review });
  await inReview(deck, 1);
  const { startedAt } = await pipeline.progress(deck);
  const { approval } = (await deck.result()) as PresentationResult;
  expect(approval?.by).toBe('auto-approve');
  expect(Date.parse(approval!.at) - Date.parse(startedAt)).toBeGreaterThanOrEqual(4000);
  await replayed(deck);
});

it('a poll continues in the next run: its deadline counts all of its pauses', async () => {
  const slow = await startPipeline({ timing: { contentFragmentMs: 20_000 } });
  try {
    const polling = { firstDelay: '200ms', steps: ['200ms'], cap: '200ms', floor: '200ms', jitter: 0, deadline: '3s' };
    const input = {
      title: 'Polled',
      settings: { ...EVERY_STEP, polling, review: { mode: 'off' }, generationAttempts: 1 },
    };
    const { workflowId } = await slow.start(input as never);
    const deck = slow.temporal.client.workflow.getHandle(workflowId) as unknown as DeckHandle;
    const { attention } = await slow.until(deck, (progress) => progress.attention !== undefined);
    expect(attention).toMatchObject({
      type: 'JobLate',
      message: expect.stringContaining('did not end in time'),
    });
    const { historyLength } = await deck.describe();
    expect(historyLength).toBeLessThan(40);
    await deck.executeUpdate('resolve', { args: [{ action: 'abandon' }] });
    await expect(deck.result()).rejects.toMatchObject({ cause: { type: 'Abandoned' } });
  } finally {
    await slow.close();
  }
});

it('a parked deck waits on in its next run: the same reason, and it can be resolved', async () => {
  const deck = await started({ paidCalls: 2, review: { mode: 'off' } });
  const parked = await pipeline.until(deck, ({ attention }) => attention !== undefined);
  const { runId } = await deck.describe();
  await deck.executeUpdate('moveToCurrentBuild');
  while ((await deck.describe()).runId === runId) await new Promise((resolve) => setTimeout(resolve, 50));
  const { attention, problems } = await pipeline.progress(deck);
  expect(attention).toEqual(parked.attention);
  expect(problems).toEqual(parked.problems);
  await deck.executeUpdate('resolve', { args: [{ action: 'retry', paidCalls: 12 }] });
  expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
  await replayed(deck);
});

it('a waiting deck that gets a request to move continues as a new run with everything that it waits for', async () => {
  const deck = await started({ stepsPerRun: 300 });
  const before = await inReview(deck, 1);
  const { runId } = await deck.describe();
  await deck.executeUpdate('moveToCurrentBuild');
  while ((await deck.describe()).runId === runId) await new Promise((resolve) => setTimeout(resolve, 50));
  const after = await pipeline.progress(deck);
  expect({ review: after.review, revisions: after.revisions }).toEqual({
    review: before.review,
    revisions: before.revisions,
  });
  await decide(deck, { revision: 1, decision: 'approve' });
  expect(await deck.result()).toMatchObject({ outcome: 'delivered' });
  expect(await replayed(deck)).toBe(2);
});

it('a state that a caller puts into the input is refused', async () => {
  const handle = await pipeline.start({ title: 'Forged', state: { taskId: 1 } } as never);
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'InvalidInput' } });
});
