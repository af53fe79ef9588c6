import { holdingsOf } from './checker';
import { type FaultyDeck, type FaultyPipeline, startFaultyPipeline } from './faulty-pipeline';

/** Generations whose worker stops, or whose answer is lost: each one that was started counts, and none is paid twice that is there. */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline();
});
afterAll(() => pipeline.close());

const outlinesOf = (uid: string) => holdingsOf(pipeline.settings.data.directory, uid).outlines;

/** Its heartbeat tells how much has come. */
async function insideStream({ handle }: FaultyDeck, opened: number): Promise<void> {
  await pipeline.until(handle, ({ paidCalls }) => paidCalls.streamOutline === opened);
  for (;;) {
    const { raw } = await handle.describe();
    if (raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.[0]?.data?.length) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const streamsOf = async (uid: string) =>
  (await pipeline.journal(uid)).filter(({ endpoint }) => endpoint === 'streamOutline').length;

it('three workers that stop during the outline: four streams were opened, and four are counted', async () => {
  const stall = { type: 'stall', events: 3 };
  const deck = await pipeline.deck({}, [{ endpoint: 'streamOutline', times: 3, effect: stall }]);
  for (let opened = 1; opened <= 3; opened += 1) {
    await insideStream(deck, opened);
    await pipeline.stopWorker();
    await pipeline.startWorker();
  }
  const { paidCalls, problems } = await pipeline.arrived(deck);
  const opened = await streamsOf(deck.uid);
  expect({ opened, counted: paidCalls.streamOutline, problems }).toEqual({
    opened: 4,
    counted: 4,
    problems: [],
  });
});

it('the budget holds across restarts of the worker: a deck that has used it up waits for a person', async () => {
  const deck = await pipeline.deck({ settings: { review: { mode: 'off' }, paidCalls: 2 } }, [
    { endpoint: 'streamOutline', times: 1, effect: { type: 'stall', events: 3 } },
  ]);
  await insideStream(deck, 1);
  await pipeline.stopWorker();
  await pipeline.startWorker();
  const { attention, paidCalls } = await pipeline.parked(deck);
  expect({ type: attention?.type, paidCalls }).toEqual({
    type: 'PaidCallsExhausted',
    paidCalls: { createTask: 1, streamOutline: 1 },
  });
  // Every call of the deck so far, and what the budget still needs.
  await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry', paidCalls: 8 }] });
  const counted = (await pipeline.arrived(deck)).paidCalls.streamOutline;
  expect({ counted, opened: await streamsOf(deck.uid) }).toEqual({ counted: 2, opened: 2 });
});

it.each([
  ['lost on its way', { type: 'reset', when: 'after' }],
  ['given as the service’s own fault', { type: 'code', code: 50000, when: 'after' }],
])('an outline that the service has finished, its answer %s, is taken and not paid for again', async (_, effect) => {
  const deck = await pipeline.deck({}, [{ endpoint: 'streamOutline', times: 1, effect }]);
  const { paidCalls, problems } = await pipeline.arrived(deck);
  expect({ made: outlinesOf(deck.uid), paid: paidCalls.streamOutline, problems }).toEqual({
    made: 1,
    paid: 1,
    problems: [],
  });
});

it('a request for another outline never gets the existing one', async () => {
  const deck = await pipeline.deck({ settings: { review: { mode: 'required' } } }, [
    { endpoint: 'streamOutline', nth: 2, times: 1, effect: { type: 'cutStream', events: 2 } },
  ]);
  await pipeline.until(deck.handle, ({ review }) => review !== undefined);
  await deck.handle.executeUpdate('review', { args: [{ revision: 1, decision: 'regenerate' }] });
  const { revisions, paidCalls } = await pipeline.until(
    deck.handle,
    ({ outline, review }) => outline?.revision === 2 && review !== undefined,
  );
  expect(revisions[1]!.document.sha256).not.toBe(revisions[0]!.document.sha256);
  expect({ paid: paidCalls.streamOutline, made: outlinesOf(deck.uid) }).toEqual({ paid: 3, made: 2 });
  await deck.handle.executeUpdate('review', { args: [{ revision: 2, decision: 'reject' }] });
});
