import { openSqliteFile } from '../../src/base/io/sqlite';
import { startPresentation } from '../../src/decks/api';
import type { Pipeline } from '../pipeline/pipeline';
import { OPERATOR_TOKEN, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

async function waiting(uid: string, channel?: string) {
  const { temporal, settings } = pipeline;
  const input = { uid, request: 'r1', title: 'Tea', ...(channel === undefined ? {} : { channel }) };
  const { workflowId } = await startPresentation(temporal.client, input, { taskQueue: settings.temporal.taskQueue });
  const link = review.link({ workflowId });
  await review.until(link, ({ mayDecide }) => mayDecide);
  return { workflowId, link };
}

it('a link is only for the deck of its channel, not for others with the same uid and request', async () => {
  const uid = `user-${Date.now()}`;
  const [none, app, web] = [await waiting(uid), await waiting(uid, 'app'), await waiting(uid, 'web')];
  expect(await review.deck(none.link)).not.toHaveProperty('channel');
  expect(await review.deck(app.link)).toMatchObject({ workflowId: `presentation/${uid}~app/r1`, channel: 'app' });

  expect(await review.decide(app.link, { revision: 1, decision: 'reject', reviewer: 'ada' })).toMatchObject({
    status: 200,
  });
  await review.until(app.link, ({ stage }) => stage === 'rejected');
  for (const { link } of [none, web]) expect(await review.deck(link)).toMatchObject({ mayDecide: true, revision: 1 });

  const log = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
  const headers = { cookie: log.headers.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
  const found = async (search: string) => {
    const { json } = await review.call(`/v1/decks?search=${encodeURIComponent(search)}`, { headers });
    return (json.decks as { workflowId: string; uid: string; channel?: string }[])
      .map((deck) => [deck.workflowId, deck.uid, deck.channel])
      .sort();
  };
  while ((await found(uid)).length < 3);
  expect(await found(`${uid}~app`)).toEqual([[app.workflowId, uid, 'app']]);
  expect(await found(`${uid}/`)).toEqual([[none.workflowId, uid, undefined]]);
});

it('templates are listed for the user of the deck, including the channel', async () => {
  const uid = `user-${Date.now()}`;
  const { link } = await waiting(uid, 'app');
  expect((await review.call('/v1/templates', { link })).json.templates.length).toBeGreaterThan(0);
  const db = openSqliteFile(`${pipeline.settings.data.directory}/service/service.db`, { readOnly: true });
  expect(db.prepare('select channel from users where uid = ?').all(uid)).toEqual([{ channel: 'app' }]);
  db.close();
});
