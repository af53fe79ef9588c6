import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { ApiTokens } from '../../src/decks/api-tokens';
import { createClient, type DeckClient } from '../../src/web/client';
import { scopes } from '../../src/web/scopes';
import { type Review, withReview } from './review';

let review: Review;
let decks: DeckClient;
withReview((_pipeline, started) => {
  review = started;
});
beforeAll(async () => {
  const { token } = await new ApiTokens(review.settings).create('client', scopes, 600_000);
  decks = createClient({ url: `${review.url}/`, token });
});

const ended = (id: string) => decks.wait(id, ({ status }) => status !== 'RUNNING');

describe('the client of the HTTP API', () => {
  it('starts, waits, decides, lists and downloads', async () => {
    const key = 'client/tea';
    const { id, existing } = await decks.start({ title: 'Client tea', formats: ['pdf'] }, { key });
    expect(existing).toBe(false);
    expect(await decks.start({ title: 'Client tea', formats: ['pdf'] }, { key })).toEqual({ id, existing: true });
    const { revision, mayDecide } = await decks.wait(id);
    expect(mayDecide).toBe(true);
    expect(await decks.decide(id, { revision: revision!, decision: 'approve' })).toMatchObject({ decision: 'approve' });
    const { stage, files } = await ended(id);
    expect([stage, files.length]).toEqual(['delivered', 1]);
    const file = await decks.download(id);
    expect(file.size).toBe(files[0]!.bytes);
    expect((await decks.get(id)).decisions).toMatchObject([{ by: 'client', via: 'api', verified: true }]);
    await until(async () => (await decks.list({ search: 'Client tea' })).decks.some((deck) => deck.id === id));
    expect((await decks.templates()).templates.length).toBeGreaterThan(0);
    expect(await decks.me()).toMatchObject({ kind: 'token', name: 'client' });
  });

  it('sends documents, resolves parked decks and cancels', async () => {
    const document = new File([readFileSync(join(packageRoot, 'src/cli/example/planets.docx'))], 'planets.docx');
    const { id } = await decks.start({}, { document });
    await decks.wait(id);
    await decks.cancel(id);
    expect(await ended(id)).toMatchObject({ stage: 'cancelled' });
    const parked = await decks.start({ title: 'Parked', settings: { review: { mode: 'off' }, paidCalls: 1 } });
    expect((await decks.wait(parked.id)).attention?.type).toBe('PaidCallsExhausted');
    await decks.resolve(parked.id, { action: 'retry', paidCalls: 9 });
    expect(await ended(parked.id)).toMatchObject({ stage: 'delivered' });
  });

  it('starts batches from an array or from JSON lines', async () => {
    const deck = { title: 'Batched', formats: ['pdf' as const], settings: { review: { mode: 'off' } } };
    for (const [key, order] of [
      ['client-array', [deck]],
      ['client-lines', JSON.stringify(deck)],
    ] as const) {
      expect(await decks.batches.start(order as never, { key, window: 2 })).toEqual({ id: key, existing: false });
      await until(async () => (await decks.batches.get(key)).delivered === 1);
    }
    const { id } = await decks.batches.start([{ title: 'Never approved' }], { key: 'client-cancel' });
    await until(async () => (await decks.batches.get(id)).started === 1);
    await decks.batches.cancel(id, { running: true });
    await until(async () => (await decks.batches.get(id)).status === 'CANCELLED');
    await until(async () => (await decks.batches.list()).batches.some((one) => one.id === id));
  });

  it('rejects with the code and the fields of an error', async () => {
    await expect(decks.start({ title: 'Tea', slides: 1 })).rejects.toMatchObject({
      ...{ name: 'DeckApiError', status: 422, code: 'invalid' },
      problem: { errors: [{ path: 'slides' }] },
    });
    await expect(decks.get('u1/none')).rejects.toMatchObject({ status: 404, code: 'not-found' });
    const stranger = createClient({ url: review.url, token: 'deck_0123456789abcdef_wrong' });
    await expect(stranger.list()).rejects.toMatchObject({ status: 401 });
    const proxy = createClient({
      url: review.url,
      token: 'x',
      fetch: async () => new Response('busy', { status: 502 }),
    });
    await expect(proxy.me()).rejects.toMatchObject({ status: 502, code: 'unknown' });
    const stop = new AbortController();
    const { id } = await decks.start({ title: 'Aborted' });
    const waiting = decks.wait(id, () => false, { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await decks.cancel(id);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}
