import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { writable } from '../../src/cli/checks/checks';
import { deckChecks } from '../../src/cli/checks/deck-checks';
import { PRESENTATION } from '../../src/core/messages';
import { PresentationUid } from '../../src/core/search-attributes';
import { findDecksWithHealth, warningsOf } from '../../src/decks/list';
import { unpolledSentence } from '../../src/decks/unpolled-queues';
import { isGone } from '../../src/temporal/pollers';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

describe('decks at a task queue that no worker polls', () => {
  const uid = `renamed-${randomUUID().slice(0, 8)}`;
  const taskQueue = `${uid}-queue`;
  const found = () => findDecksWithHealth(pipeline.temporal, { uid, attention: false, limit: 20 });

  beforeAll(async () => {
    for (const request of ['a', 'b']) {
      await pipeline.temporal.client.workflow.start(PRESENTATION, {
        taskQueue,
        workflowId: `presentation/${uid}/${request}`,
        typedSearchAttributes: [{ key: PresentationUid, value: uid }],
        args: [{ uid, request, title: 'Green tea' }],
      });
    }
    while ((await found()).decks.length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  afterAll(async () => {
    const { workflow } = pipeline.temporal.client;
    for (const { workflowId } of (await found()).decks) await workflow.getHandle(workflowId).terminate();
  });

  it('are named above the list, and those of a running worker are not', async () => {
    const list = await found();
    expect(list.unpolled).toEqual([{ taskQueue, decks: 2 }]);
    expect(warningsOf(list)).toEqual([
      `2 open decks wait: no worker polls the task queue ${taskQueue}. Start one with \`deck worker\`.`,
    ]);
    const deck = await pipeline.start({ title: 'Green tea' });
    await pipeline.until(deck, ({ review }) => review !== undefined);
    const own = deck.workflowId.split('/')[1]!;
    const served = await findDecksWithHealth(pipeline.temporal, { uid: own, attention: false, limit: 20 });
    expect(served.unpolled).toBeUndefined();
    expect(warningsOf(served)).toEqual([]);
    await deck.terminate();
  });

  it('fail deck doctor', async () => {
    expect(await deckChecks(pipeline.temporal)).toContainEqual({
      name: 'open decks',
      state: 'missing',
      message: `2 open decks wait: no worker polls the task queue ${taskQueue}`,
      remedy: `start one with deck worker whose temporal.taskQueue is ${taskQueue}`,
    });
  });
});

it('a worker that has not polled for more than a minute is gone', () => {
  expect([undefined, Date.now() - 120_000, Date.now() - 61_000, Date.now()].map(isGone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const seen = Date.now() - 125_000;
  expect(unpolledSentence({ taskQueue: 'q', decks: 1, seen })).toBe(
    '1 open deck waits: no worker polls the task queue q (the last one did 2 min 05 s ago)',
  );
});

it('a directory on a full disk is missing, although it is writable', () => {
  const check = (neededMb: number) => writable('output directory', tmpdir(), 'output.directory', neededMb);
  expect(check(0)).toMatchObject({ state: 'ok' });
  expect(check(Number.MAX_SAFE_INTEGER)).toMatchObject({
    state: 'missing',
    message: expect.stringMatching(/ has \d+ MB of free space$/),
    remedy: expect.stringContaining('output.directory'),
  });
});
