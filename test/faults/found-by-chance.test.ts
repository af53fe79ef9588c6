import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { halfWritten, holdingsOf } from './checker';
import { type FaultyPipeline, startFaultyPipeline } from './faulty-pipeline';

/** What random faults have found (`npm run chaos`), each as the shortest way that leads there. */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline();
});
afterAll(() => pipeline.close());

const lostAnswer = (times: number) => ({ times, effect: { type: 'reset', when: 'after' } });
const retry = { action: 'retry' };

describe('a deck that is parked after a call without an answer, and told to retry', () => {
  it('looks for the design first when the look itself had failed: one design', async () => {
    const deck = await pipeline.deck({}, [
      { endpoint: 'saveDesign', ...lostAnswer(1) },
      { endpoint: 'listDesigns', times: 1, effect: { type: 'code', code: 40007 } },
    ]);
    expect((await pipeline.parked(deck)).attention).toMatchObject({ stage: 'design', type: 'QuotaExhausted' });
    await deck.handle.executeUpdate('resolve', { args: [retry] });
    const { possibleDuplicates, paidCalls } = await pipeline.arrived(deck);
    expect({ possibleDuplicates, saves: paidCalls.saveDesign }).toEqual({ possibleDuplicates: [], saves: 1 });
  });

  it.each([
    ['createTask', 'a task', 'tasks', {}],
    ['addProLayout', 'a pro-layout', 'layouts', { proLayout: true }],
    ['startExport', 'a ppt export', 'exports', {}],
  ] as const)('says each one that may exist: %s', async (endpoint, words, kind, input) => {
    const deck = await pipeline.deck(input, [{ endpoint, ...lostAnswer(2) }]);
    expect((await pipeline.parked(deck)).attention).toMatchObject({ type: 'OutcomeUnknown' });
    await deck.handle.executeUpdate('resolve', { args: [retry] });
    const { possibleDuplicates } = await pipeline.arrived(deck);
    expect({ kind, possibleDuplicates }).toEqual({
      kind,
      possibleDuplicates: [expect.stringContaining(words), expect.stringContaining(words)],
    });
  });
});

it('an outline that the service made and then answered with its own fault is taken: one call for each outline', async () => {
  const deck = await pipeline.deck({}, [
    { endpoint: 'streamOutline', times: 1, effect: { type: 'code', code: 50000, when: 'after' } },
    { endpoint: 'streamOutline', times: 1, effect: { type: 'status', status: 502, when: 'after' } },
  ]);
  const { paidCalls, problems } = await pipeline.arrived(deck);
  const { outlines } = holdingsOf(pipeline.settings.data.directory, deck.uid);
  expect({ outlines, counted: paidCalls.streamOutline, problems }).toEqual({ outlines: 1, counted: 1, problems: [] });
});

it('a worker that was killed while it wrote a file leaves nothing half-written: the next attempt takes it away', async () => {
  const deck = await pipeline.deck({ formats: ['pdf'] }, [
    { endpoint: 'file', times: 1, effect: { type: 'dribble', bytes: 500, every: 20 } },
  ]);
  const { directory } = pipeline.settings.output;
  while (halfWritten(directory).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  // As kill -9 leaves it: what was written stays, under the name that it had.
  const [name] = halfWritten(directory);
  const left = join(directory, name!.replace(/[^.]+\.part$/, 'of-a-killed-worker.part'));
  copyFileSync(join(directory, name!), left);
  await pipeline.stopWorker();
  expect(existsSync(left)).toBe(true);
  await pipeline.startWorker();
  await pipeline.arrived(deck);
  expect(halfWritten(directory)).toEqual([]);
});

it('a question asked while no worker is there changes nothing: what was due meanwhile is done, and replays', async () => {
  const review = { mode: 'auto-approve', autoApproveAfter: '15s' } as const;
  const start = (reminders: string[]) =>
    Array.from({ length: 5 }, () => pipeline.deck({ settings: { review: { ...review, reminders } } }));
  const [unreminded, reminded] = [await Promise.all(start([])), await Promise.all(start(['14s']))];
  const decks = [...unreminded, ...reminded];
  for (const { handle } of decks) await pipeline.until(handle, ({ outline }) => outline !== undefined);
  await pipeline.stopWorker();
  // Several for each: Temporal may hand one to the next worker before the step that the timer has brought about.
  const asked = decks.flatMap(({ handle }) => [1, 2, 3].map(() => pipeline.progress(handle)));
  await new Promise((resolve) => setTimeout(resolve, 16_000));
  await pipeline.startWorker();
  await Promise.all(asked.map((question) => question.catch(() => undefined)));
  for (const deck of decks) await pipeline.arrived(deck);
  for (const { handle } of unreminded) {
    const events = (await handle.fetchHistory()).events ?? [];
    const names = events.map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name);
    expect(names).not.toContain('notify');
  }
  // A worker that has none of them in memory must read each as it went.
  await pipeline.stopWorker();
  await pipeline.startWorker();
  for (const { handle } of decks) expect((await pipeline.progress(handle)).stage).toBe('delivered');
});
