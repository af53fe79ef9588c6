import type { ServiceClient } from '../../src/client';
import { holdingsOf } from '../faults/checker';
import { type FaultyPipeline, startFaultyPipeline } from '../faults/faulty-pipeline';

/** Decks that wait for temporary failures to end, and what a person can do about the others. */

const once = { attempts: 1 };
let pipeline: FaultyPipeline;
beforeAll(async () => {
  const retries = { default: once, create: once };
  pipeline = await startFaultyPipeline({
    settings: { workflow: { retries: { ...retries, parked: { firstDelay: '400ms', cap: '800ms', attempts: 4 } } } },
  });
});
afterAll(() => pipeline.close());

const away = (times: number) => ({ times, effect: { type: 'status', status: 503 } });

it('a deck that was parked because the service was down retries automatically, later each time', async () => {
  const deck = await pipeline.deck({}, [{ endpoint: 'searchSuits', ...away(3) }]);
  const { attention } = await pipeline.parked(deck);
  expect(attention).toMatchObject({ type: 'ServiceUnavailable', retryAt: expect.any(String) });
  expect(attention!.remedy).toContain('the deck retries automatically');
  const { problems } = await deck.handle.result();
  expect(problems.map(({ type }) => type)).toEqual(['Frame', ...Array(3).fill('ServiceUnavailable')]);
  const { events } = await deck.handle.fetchHistory();
  const told = events!.filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'notify');
  // Once, not for every attempt.
  expect(told).toHaveLength(1);
});

it('after its last attempt it waits for a person', async () => {
  const deck = await pipeline.deck({}, [{ endpoint: 'searchSuits', ...away(5) }]);
  const { attention } = await pipeline.until(
    deck.handle,
    (now) => now.attention !== undefined && now.problems.length === 6,
  );
  expect(attention).not.toHaveProperty('retryAt');
  await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
  await pipeline.arrived(deck);
});

it('what only a person can help does not try again', async () => {
  const deck = await pipeline.deck({}, [{ endpoint: 'saveDesign', times: 1, effect: { type: 'code', code: 40007 } }]);
  const { attention } = await pipeline.parked(deck);
  expect(attention).toMatchObject({ type: 'QuotaExhausted' });
  expect(attention).not.toHaveProperty('retryAt');
  await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
  const { paidCalls } = await pipeline.arrived(deck);
  expect(paidCalls.saveDesign).toBe(1);
});

it('a paid call that the service did not take is not counted', async () => {
  const deck = await pipeline.deck({}, [{ endpoint: 'streamOutline', ...away(3) }]);
  const { paidCalls } = await deck.handle.result();
  expect({
    paid: paidCalls.streamOutline,
    made: holdingsOf(pipeline.settings.data.directory, deck.uid).outlines,
  }).toEqual({
    paid: 1,
    made: 1,
  });
});

it('the panel of a deck counts generations that fail while they are repeated', async () => {
  const cut = { endpoint: 'streamOutline', times: 2, effect: { type: 'errorEvent', events: 3 } };
  const { handle } = await pipeline.deck({}, [cut]);
  const counts = new Set<string>();
  // The task, and each of three outlines as it begins.
  while (!counts.has('4')) {
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    counts.add(/paid calls: (\d+) of at most/.exec(currentDetails)?.[1] ?? 'none');
  }
  expect([...counts]).toEqual(expect.arrayContaining(['2', '3', '4']));
  await handle.result();
});

it('a used-up budget can be raised, and only above what was made', async () => {
  const deck = await pipeline.deck({ settings: { review: { mode: 'off' }, paidCalls: 3 } });
  const { attention } = await pipeline.parked(deck);
  expect(attention).toMatchObject({ type: 'PaidCallsExhausted', stage: 'design' });
  const resolve = (message: object) => deck.handle.executeUpdate('resolve', { args: [message] });
  const shape = 'paidCalls must be a whole number from 1 to 1000';
  const above = expect.stringContaining('paidCalls must be a whole number above the 3 calls');
  for (const [paidCalls, message] of [[3, above], ...[0, -1, 4.5, '9', 1001].map((wrong) => [wrong, shape])]) {
    await expect(resolve({ action: 'retry', paidCalls })).rejects.toMatchObject({ cause: { message } });
  }
  await expect(resolve({ action: 'abandon', paidCalls: 9 })).rejects.toMatchObject({
    cause: { message: 'only retry can have paidCalls' },
  });
  await resolve({ action: 'retry', paidCalls: 5 });
  expect((await pipeline.arrived(deck)).paidCalls).toEqual({
    createTask: 1,
    streamOutline: 1,
    startContent: 1,
    saveDesign: 1,
    startExport: 1,
  });
});

describe('a cancelled deck whose design was just being saved', () => {
  const saving = { endpoint: 'saveDesign', times: 1, effect: { type: 'delay', time: '90s', when: 'after' } };
  const trashOf = async (client: ServiceClient, uid: string) =>
    (await client.call('listDeletedDesigns', { page: 1, page_size: 10 }, { uid, channel: '' })).list.length;
  const cancelledInSave = async (rules: object[]) => {
    const deck = await pipeline.deck({ settings: { review: { mode: 'off' }, discardOnCancel: true } }, [
      saving,
      ...rules,
    ]);
    const designs = () => holdingsOf(pipeline.settings.data.directory, deck.uid).designs;
    while (designs().length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    await deck.handle.cancel();
    await expect(deck.handle.result()).rejects.toThrow();
    return deck;
  };

  it('leaves none behind: it is looked for and put into the trash', async () => {
    const { uid } = await cancelledInSave([]);
    expect(await trashOf(pipeline.client, uid)).toBe(1);
  });

  it('says which one is left when it cannot be discarded', async () => {
    const { uid, handle } = await cancelledInSave([
      { endpoint: 'deleteDesign', times: 1, effect: { type: 'code', code: 40007 } },
    ]);
    const { problems, designId } = await pipeline.progress(handle);
    expect(await trashOf(pipeline.client, uid)).toBe(0);
    expect(problems.at(-1)).toMatchObject({
      type: 'NotDiscarded',
      message: expect.stringContaining(`design ${designId} may still exist`),
    });
  });
});
