import { linkKeys, reviewAddress } from '../../src/decks/links/review-links';
import type { Pipeline } from '../pipeline/pipeline';
import { OPERATOR_TOKEN, type Review, startReview, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
let operator: Record<string, string>;
withReview((started, server) => {
  pipeline = started;
  review = server;
});
beforeAll(async () => {
  const { headers } = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
  operator = { cookie: headers.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
});

const keys = { uid: 'links', request: 're1' };
const workflowId = 'presentation/links/re1';
const start = async (title: string) => {
  const deck = await pipeline.start({ ...keys, title });
  await pipeline.until(deck, (progress) => progress.review !== undefined);
  return deck;
};
const newLink = async (body: object = {}) => {
  const { json } = await review.call('/v1/decks/links/re1/links', { json: body, headers: operator });
  return json.address.split('#')[1] as string;
};
const approve = (link: string) => review.decide(link, { revision: 1, decision: 'approve' });
const ended = (message: string) => ({ status: 401, json: { code: 'link-ended', detail: message } });

it('does not let a link of an earlier deck decide about a new one under the same key', async () => {
  const first = await start('First');
  const old = await newLink({ reviewer: 'Ann' });
  const shared = (
    await review.call('/v1/decks/links/re1/links', { link: old, json: { role: 'viewer' } })
  ).json.address.split('#')[1];
  expect(await review.deck(old)).toMatchObject({ title: 'First' });
  await first.cancel();
  await expect(first.result()).rejects.toThrow();
  await start('Second');
  const refusal = ended('This link is for an earlier deck with this key. Ask for a new one.');
  expect(await approve(old)).toMatchObject(refusal);
  expect(await review.call('/v1/decks/links/re1/decisions', { link: old, json: {} })).toMatchObject({ status: 401 });
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  for (const link of [old, shared]) expect(await review.call('/v1/decks/links/re1', { link })).toMatchObject(refusal);
  expect(await review.deck(await newLink())).toMatchObject({ title: 'Second' });
});

it('ends every link of a deck at once, also after the deck is complete, and no other', async () => {
  const [old, viewer] = [await newLink({ reviewer: 'Ann' }), await newLink({ role: 'viewer' })];
  const revoke = (headers: Record<string, string>, link?: string) =>
    review.call('/v1/decks/links/re1/links', { method: 'DELETE', headers, ...(link && { link }) });
  expect((await revoke({}, old)).status).toBe(403);
  await review.deck(viewer);
  expect(await revoke(operator)).toMatchObject({ status: 200, json: { revokedAt: expect.any(String) } });
  const refusal = ended('This link was revoked. Ask for a new one.');
  expect(await approve(old)).toMatchObject(refusal);
  expect(await review.call('/v1/decks/links/re1', { link: viewer })).toMatchObject(refusal);

  const fresh = await newLink({ reviewer: 'Ann' });
  expect((await approve(fresh)).status).toBe(200);
  await pipeline.temporal.client.workflow.getHandle(workflowId).result();
  const file = (await review.call('/v1/decks/links/re1', { headers: operator })).json.files[0].downloadUrl as string;
  const path = new URL(file).pathname;
  expect((await review.call(path)).status).toBe(200);
  await revoke(operator);
  expect((await review.call('/v1/decks/links/re1', { link: fresh })).status).toBe(401);
  expect((await review.call(path)).status).toBe(401);
});

it('accepts links of the former key until it is removed', async () => {
  const [former, current] = ['f'.repeat(32), 'c'.repeat(32)];
  const { reviewServer } = review.settings;
  const env = { DECK_OPERATOR_TOKEN: OPERATOR_TOKEN, DECK_REVIEW_KEY: current, FORMER: former };
  const own = { ...reviewServer, publicUrl: null };
  const overlap = await startReview(pipeline, { env, reviewServer: { ...own, formerLinkKey: { env: 'FORMER' } } });
  const after = await startReview(pipeline, { env, reviewServer: own });
  const deck = await pipeline.start({ title: 'Tea' });
  await pipeline.until(deck, (progress) => progress.review !== undefined);
  const signed = { workflowId: deck.workflowId, gate: 'all', firstRunId: deck.firstExecutionRunId } as const;
  const link = reviewAddress(review.settings, former, signed).split('#')[1]!;
  expect(await overlap.deck(link)).toMatchObject({ title: 'Tea' });
  expect((await after.call(`/v1/decks/${deck.workflowId.slice('presentation/'.length)}`, { link })).json).toMatchObject(
    { code: 'link-forged' },
  );
  expect(linkKeys(overlap.settings, env)).toEqual([current, former]);
  await Promise.all([overlap.close(), after.close()]);
});
