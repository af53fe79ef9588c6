import { OPERATOR_TOKEN, type Review, withReview } from './review';

let review: Review;
withReview((_pipeline, started) => {
  review = started;
});

const session = async () => {
  const { headers } = await review.call('/api/login', { json: { token: OPERATOR_TOKEN } });
  return { cookie: headers.get('set-cookie')!.split(';')[0]!, 'x-deck': '1' };
};

describe('the HTTP API', () => {
  it('starts, lists and reads a deck', async () => {
    const headers = await session();
    const start = (json: object, key: string) =>
      review.call('/v1/decks', { json, headers: { ...headers, 'idempotency-key': key } });
    const first = await start({ title: 'Tea' }, 'tea-1');
    expect(first).toMatchObject({ status: 201, json: { existing: false } });
    expect(first.headers.get('location')).toBe(`/v1/decks/${first.json.id}`);
    expect(await start({ title: 'Tea' }, 'tea-1')).toMatchObject({
      status: 200,
      json: { id: first.json.id, existing: true },
    });
    expect(await start({ title: 'Coffee' }, 'tea-1')).toMatchObject({
      status: 409,
      json: { code: 'conflict', deck: first.json.id },
    });
    const deck = await review.call(`/v1/decks/${first.json.id}`, { headers });
    expect(deck).toMatchObject({ status: 200, json: { id: first.json.id, title: 'Tea' } });
    expect(await review.call('/v1/me', { headers })).toMatchObject({ status: 200, json: { kind: 'local' } });
    expect((await review.call('/v1/decks?stage=review', { headers })).json.decks).toEqual(expect.any(Array));
  });

  it('answers with problems', async () => {
    const headers = await session();
    for (const [json, path] of [
      [{ title: 'Tea', slides: 1 }, 'slides'],
      [{}, 'title'],
      [{ titel: 'Tea' }, ''],
    ] as const) {
      const refused = await review.call('/v1/decks', { json, headers });
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
      expect(JSON.parse(refused.bytes.toString())).toMatchObject({ status: 422, code: 'invalid', errors: [{ path }] });
    }
    expect((await review.call('/v1/decks')).status).toBe(401);
    expect(
      (await review.call('/v1/decks', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }))
        .status,
    ).toBe(422);
    expect((await review.call('/v1/decks/u1/none', { headers })).status).toBe(404);
    expect((await review.call('/v1/none', { headers })).status).toBe(404);
    const { json } = await review.call('/v1/openapi.json');
    expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(['/decks']));
  });
});
