import { createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listInbox } from '../../src/decks/inbox';
import { inboxAddress } from '../../src/decks/links/inbox-links';
import { linkKey, signLink } from '../../src/decks/links/review-links';
import type { DeckList, InboxView } from '../../src/web/v1/schemas';
import type { Pipeline } from '../pipeline/pipeline';
import { type Answer, OPERATOR_TOKEN, POLICY, pathOf, type Review, startReview, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

const logIn = (on: Review, token = OPERATOR_TOKEN) => on.call('/v1/login', { json: { token } });
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')!.split(';')[0]!;
const session = async () => ({ cookie: cookieOf(await logIn(review)), 'x-deck': '1' });

describe('an operator', () => {
  it('logs in with the token and gets an HttpOnly, SameSite=Strict cookie', async () => {
    const answer = await logIn(review);
    expect(answer.status).toBe(204);
    const [, ...flags] = answer.headers.get('set-cookie')!.split('; ');
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict']);
    expect(answer.headers.get('set-cookie')).not.toContain(OPERATOR_TOKEN);
  });

  it('gets a Secure cookie if the public URL is https', async () => {
    const secure = await startReview(pipeline, {
      env: { DECK_OPERATOR_TOKEN: OPERATOR_TOKEN, DECK_REVIEW_KEY: 'x'.repeat(32) },
      reviewServer: { publicUrl: 'https://decks.example' },
    });
    expect((await logIn(secure)).headers.get('set-cookie')).toContain('; Secure');
    const { workflowId } = await pipeline.start({ title: 'Public' });
    const { json } = await secure.call(`${pathOf(workflowId)}/links`, {
      json: {},
      headers: { cookie: cookieOf(await logIn(secure)), 'x-deck': '1', origin: 'https://decks.example' },
    });
    expect(json.address).toMatch(/^https:\/\/decks\.example\/review#/);
    await secure.close();
  });

  it('needs the cookie and the header; a cookie with another token, key or time is rejected', async () => {
    const own = await session();
    expect((await review.call('/v1/decks', { headers: own })).status).toBe(200);
    expect(await review.call('/v1/decks', { headers: { cookie: own.cookie } })).toMatchObject({ status: 403 });
    const [name, value] = own.cookie.split('=') as [string, string];
    const [expiresAt, signature] = value.split('.') as [string, string];
    const later = String(Number(expiresAt) + 1);
    const guessed = createHmac('sha256', OPERATOR_TOKEN).update(later).digest('base64url');
    for (const forged of ['', expiresAt, `${later}.${signature}`, `${later}.${guessed}`, `${value}.${signature}`]) {
      const headers = { cookie: `${name}=${forged}`, 'x-deck': '1' };
      expect(await review.call('/v1/decks', { headers })).toMatchObject({
        status: 401,
        refusal: { code: 'login-needed' },
      });
    }
    const changed = await startReview(pipeline, { env: { DECK_OPERATOR_TOKEN: 'another-token-of-operators' } });
    expect((await changed.call('/v1/decks', { headers: own })).status).toBe(401);
    await changed.close();
    expect((await review.call('/v1/decks', { headers: { 'x-deck': '1' } })).status).toBe(401);
  });

  it('can log out', async () => {
    const answer = await review.call('/v1/logout', { method: 'POST', headers: await session() });
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(answer.headers.get('set-cookie')).toMatch(/^deck-operator=;.*Max-Age=0/);
  });

  it('ends the session for every copy of the cookie and every server, but no other session', async () => {
    const [own, other] = [await session(), await session()];
    const beside = await startReview(pipeline);
    expect((await beside.call('/v1/decks', { headers: own })).status).toBe(200);
    await review.call('/v1/logout', { method: 'POST', headers: own });
    for (const server of [review, beside]) {
      expect(await server.call('/v1/decks', { headers: own })).toMatchObject({
        status: 401,
        refusal: { code: 'login-needed' },
      });
      expect((await server.call('/v1/decks', { headers: other })).status).toBe(200);
    }
    await review.restart();
    expect((await review.call('/v1/decks', { headers: own })).status).toBe(401);
    expect((await review.call('/v1/logout', { method: 'POST' })).status).toBe(200);
    await beside.close();
  });

  it('gets an error if no token is set; with a short one, the server does not start', async () => {
    const without = await startReview(pipeline, { env: {} });
    expect(await logIn(without, '')).toMatchObject({
      status: 403,
      refusal: { code: 'not-allowed', detail: expect.stringContaining('reviewServer.operatorToken') },
    });
    expect(await without.call('/v1/decks', { headers: { 'x-deck': '1' } })).toMatchObject({
      status: 401,
      refusal: { code: 'login-needed', detail: expect.stringContaining('Log in') },
    });
    await without.close();
    await expect(startReview(pipeline, { env: { DECK_OPERATOR_TOKEN: 'short' } })).rejects.toThrow('16 characters');
  });

  it('logs in with an inbox link, also without a token; the session ends with the link', async () => {
    const without = await startReview(pipeline, { env: {} });
    const key = linkKey(pipeline.settings, {});
    const logInWith = (link: string) => without.call('/v1/login', { json: { link } });
    const { address, expiresAt } = inboxAddress(pipeline.settings, key);
    const link = address.split('/#')[1]!;
    expect(Math.round((expiresAt - Date.now()) / 3_600_000)).toBe(12);
    const answer = await logInWith(link);
    expect(answer.status).toBe(204);
    expect(Number(/Max-Age=(\d+)/.exec(answer.headers.get('set-cookie')!)![1])).toBeLessThanOrEqual(43_200);
    const headers = { cookie: cookieOf(answer), 'x-deck': '1' };
    expect((await without.call('/v1/decks', { headers })).status).toBe(200);

    const [payload, signature] = link.split('.') as [string, string];
    const later = Buffer.from(JSON.stringify({ e: expiresAt + 1 })).toString('base64url');
    const past = inboxAddress(
      { ...pipeline.settings, reviewServer: { ...pipeline.settings.reviewServer, operatorSession: -1 } },
      key,
    );
    const reviewLink = signLink({ workflowId: 'presentation/u1/r1', gate: 'all', role: 'reviewer', expiresAt }, key);
    for (const [wrong, error] of [
      ['', 'link-malformed'],
      [payload, 'link-malformed'],
      [`${later}.${signature}`, 'link-forged'],
      [reviewLink, 'link-forged'],
      [past.address.split('/#')[1]!, 'link-expired'],
    ] as const) {
      expect(await logInWith(wrong)).toMatchObject({ status: 401, refusal: { code: error } });
    }
    await without.close();
  });

  it('sees the inbox of one reviewer: the reviews that still need this approval', async () => {
    const headers = await session();
    const deck = await pipeline.start({ title: 'For three', settings: POLICY });
    const anyones = await pipeline.start({ title: 'For anyone', settings: { review: { mode: 'required' } } });
    const waitsFor = async (reviewer: string) =>
      (await listInbox(pipeline.temporal, { limit: 10, reviewer })).items.map(({ workflowId }) => workflowId);
    const has = async (expected: Record<string, boolean>) => {
      const now = async () =>
        Object.fromEntries(
          await Promise.all(
            Object.keys(expected).map(async (name) => [name, (await waitsFor(name)).includes(deck.workflowId)]),
          ),
        );
      let found = await now();
      for (
        const end = Date.now() + 300_000;
        Date.now() < end && !isDeepStrictEqual(found, expected);
        found = await now()
      );
      expect(found).toEqual(expected);
    };
    await review.until(review.link(anyones), ({ mayDecide }) => mayDecide);
    await has({ Ann: true, bo: true, Li: true, Cy: false });
    const page = (await review.call('/v1/inbox?reviewer=%20ann', { headers })).json as InboxView;
    expect(page.items).toContainEqual(expect.objectContaining({ workflowId: deck.workflowId, gate: 'outline' }));
    expect(page.items.map(({ workflowId }) => workflowId)).not.toContain(anyones.workflowId);
    expect((await review.call(`/v1/inbox?reviewer=${'x'.repeat(101)}`, { headers })).status).toBe(422);

    const as = (reviewer: string) => review.link({ workflowId: deck.workflowId, reviewer });
    await review.decide(as('Ann'), { revision: 1, decision: 'approve' });
    await has({ Ann: false, Bo: true, Li: true });
    await review.decide(as('Li'), { revision: 1, decision: 'delegate', to: 'Cy' });
    await has({ Ann: false, Bo: true, Li: false, Cy: true });
    await review.decide(as('Bo'), { revision: 1, decision: 'edit', outline: '# Tea\n\n## Kinds\n' });
    await has({ Ann: true, Bo: true, Cy: true });
    for (const name of ['Ann', 'Cy']) await review.decide(as(name), { revision: 2, decision: 'approve' });
    await deck.result();
    await has({ Ann: false, Bo: false, Cy: false });
  });

  it('sees the inbox, and resolves a parked deck from it', async () => {
    const headers = await session();
    const inbox = async (): Promise<InboxView> => (await review.call('/v1/inbox', { headers })).json;
    const waits = await pipeline.start({ title: 'Waits', settings: { review: { mode: 'required' } } });
    const parked = await pipeline.start({ title: 'Parked', settings: { review: { mode: 'off' }, paidCalls: 1 } });
    const itemOf = async ({ workflowId }: { workflowId: string }) =>
      (await inbox()).items.find((item) => item.workflowId === workflowId);
    while ((await itemOf(waits)) === undefined || (await itemOf(parked)) === undefined);
    expect(await itemOf(waits)).toMatchObject({ gate: 'outline', since: expect.any(String) });
    expect(await itemOf(parked)).toMatchObject({ attention: 'PaidCallsExhausted' });
    const resolve = (json: object, used = headers, { workflowId } = parked) =>
      review.call(`${pathOf(workflowId)}/resolutions`, { json, headers: used });
    const { workflowId } = parked;
    const ways = (used: Record<string, string>) => review.call(`${pathOf(workflowId)}/resolutions`, { headers: used });
    expect((await ways(headers)).json).toMatchObject({ advice: expect.any(String), ways: [{ action: 'retry' }, {}] });
    expect((await ways({})).status).toBe(401);
    expect((await resolve({ action: 'abandon' }, { cookie: '', 'x-deck': '1' })).status).toBe(401);
    expect((await resolve({ action: 'unknown' })).status).toBe(422);
    expect((await resolve({ action: 'retry' }, headers, waits)).status).toBe(409);
    expect(await resolve({ action: 'abandon', by: 'me' })).toMatchObject({
      status: 200,
      json: { message: 'abandon: accepted' },
    });
    await expect(parked.result()).rejects.toMatchObject({ cause: { type: 'Abandoned' } });
    while ((await itemOf(parked)) !== undefined);
    expect(await itemOf(waits)).toBeDefined();
  });

  it('has to wait after too many wrong tokens, also with the correct one', async () => {
    const guessed = await startReview(pipeline);
    for (let index = 0; index < 10; index++) {
      expect(await logIn(guessed, `wrong-token-number-${index}`)).toMatchObject({
        status: 401,
        refusal: { code: 'login-wrong' },
      });
    }
    const answer = await logIn(guessed);
    expect(answer).toMatchObject({ status: 429, refusal: { code: 'too-many' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    await guessed.close();
  });

  it('behind a proxy does not wait for others’ attempts, if the settings name the client address header', async () => {
    const proxied = await startReview(pipeline, { reviewServer: { clientAddressHeader: 'X-Real-IP' } });
    const from = (address: string, token: string) =>
      proxied.call('/v1/login', { json: { token }, headers: { 'x-real-ip': address } });
    for (let index = 0; index < 10; index++) expect((await from('192.0.2.1', `wrong-${index}`)).status).toBe(401);
    expect((await from('192.0.2.1', OPERATOR_TOKEN)).status).toBe(429);
    expect((await from('192.0.2.2', OPERATOR_TOKEN)).status).toBe(204);
    await proxied.close();
  });

  it('cannot fake an address in a header that the settings do not name', async () => {
    const direct = await startReview(pipeline);
    const from = (address: string) =>
      direct.call('/v1/login', {
        json: { token: 'wrong' },
        headers: { 'x-real-ip': address, 'x-forwarded-for': address },
      });
    for (let index = 0; index < 10; index++) expect((await from(`192.0.2.${index}`)).status).toBe(401);
    expect((await from('192.0.2.99')).status).toBe(429);
    await direct.close();
  });
});

describe('the list of decks', () => {
  const uid = `list-${randomUUID().slice(0, 8)}`;
  const titles = ['Bread for beginners', 'Bread and butter', 'Cheese', "O'Brien's “50 %” plan"];
  /** Retries, because visibility lags behind. */
  const listed = async (query: string, fits: (ids: string[], list: DeckList) => boolean) => {
    const headers = await session();
    for (;;) {
      const { json } = await review.call(`/v1/decks?${query}`, { headers });
      const ids = json.decks.map(({ workflowId }: { workflowId: string }) => workflowId);
      if (fits(ids, json)) return json as DeckList;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  beforeAll(async () => {
    for (const [index, title] of titles.entries()) {
      const handle = await pipeline.temporal.client.workflow.start('presentation', {
        taskQueue: pipeline.settings.temporal.taskQueue,
        workflowId: `presentation/${uid}/r${index}`,
        memo: { title },
        args: [{ uid, request: `r${index}`, title }],
      });
      await review.until(review.link({ workflowId: handle.workflowId }), ({ mayDecide }) => mayDecide);
    }
  });

  it('contains the decks of a user, with stage and title, and counts by stage', async () => {
    const atReview = ({ counts }: DeckList) => counts.find(({ stage }) => stage === 'review')?.decks ?? 0;
    const { decks, counts } = await listed(
      `search=${uid}`,
      (ids, list) => ids.length === titles.length && atReview(list) >= titles.length,
    );
    expect(decks.map(({ title }) => title).sort()).toEqual([...titles].sort());
    expect(decks[0]).toMatchObject({ uid, status: 'RUNNING', stage: 'review', startedAt: expect.any(String) });
    expect(counts.every(({ decks: count }) => count > 0)).toBe(true);
  });

  it('finds decks by part of a title, by a prefix of an ID, and by stage', async () => {
    const own = (ids: string[]) => ids.filter((id) => id.includes(uid));
    await listed('search=bread', (ids) => own(ids).length === 2);
    const one = [`presentation/${uid}/r2`];
    const byId = await listed(`search=${encodeURIComponent(one[0]!)}`, (ids) => own(ids).length === 1);
    expect(own(byId.decks.map(({ workflowId }) => workflowId))).toEqual(one);
    const atStage = await listed(`search=${encodeURIComponent(`${uid}/r2`)}&stage=review`, (ids) => ids.length === 1);
    expect(atStage.decks.map(({ workflowId }) => workflowId)).toEqual(one);
    await listed(`search=${uid}&stage=delivered`, (ids) => ids.length === 0);
  });

  it('treats a search as text, never as part of the query', async () => {
    const headers = await session();
    const [quoted] = (await listed(`search=${encodeURIComponent("O'Brien's “50 %")}`, (ids) => ids.length > 0)).decks;
    expect(quoted!.title).toBe(titles[3]);
    for (const search of [
      "' OR WorkflowType != '",
      "x' OR '1'='1",
      `${uid}' OR ${'PresentationUid'} IS NOT NULL OR 'a'='`,
      '\\',
      "\\' OR 1=1 --",
      '" OR ""="',
      '%',
      'a\u0000b',
      '；DROP',
    ]) {
      const answer = await review.call(`/v1/decks?search=${encodeURIComponent(search)}`, { headers });
      expect(answer.status).toBe(200);
      // Decks of other tests are listed too, and some of their IDs contain a %.
      const found = answer.json.decks.filter(
        ({ title, workflowId }: { title: string; workflowId: string }) => ![title, workflowId].join().includes(search),
      );
      expect(found).toEqual([]);
    }
    for (const query of [
      "stage=review' OR '1'='1",
      'stage=nowhere',
      `search=${'x'.repeat(201)}`,
      'cursor=a b',
      'cursor=AAAA',
    ]) {
      const answer = await review.call(`/v1/decks?${query}`, { headers });
      expect({ query, status: answer.status }).toEqual({ query, status: 422 });
    }
  });

  it('creates a review link for a deck', async () => {
    const headers = await session();
    const workflowId = `presentation/${uid}/r0`;
    const path = `${pathOf(workflowId)}/links`;
    const { json } = await review.call(path, { json: {}, headers });
    const [base, link] = json.address.split('/review#');
    expect(base).toBe(review.url);
    expect(await review.deck(link)).toMatchObject({ workflowId, mayDecide: true, link: { gate: 'all' } });
    const nobody = await review.call('/v1/decks/no/body/links', { json: {}, headers });
    expect(nobody).toMatchObject({ status: 404, refusal: { code: 'not-found' } });
    const other = { ...headers, origin: 'https://attacker.example' };
    expect((await review.call(path, { json: {}, headers: other })).status).toBe(403);
    expect((await review.call(path, { json: {} })).status).toBe(401);
  });

  it('continues at its cursor', async () => {
    const headers = await session();
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const { json } = await review.call(`/v1/decks${cursor === undefined ? '' : `?cursor=${cursor}`}`, { headers });
      for (const { workflowId } of json.decks) seen.add(workflowId);
      cursor = json.cursor;
    } while (cursor !== undefined);
    expect(titles.map((_, index) => seen.has(`presentation/${uid}/r${index}`))).toEqual(titles.map(() => true));
  });
});
