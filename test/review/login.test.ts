import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Settings } from '../../src/config';
import type { Pipeline } from '../pipeline/pipeline';
import { startPipeline } from '../pipeline/pipeline';
import { CLIENT_SECRET, startIssuer, Visitor } from './issuer';
import { OPERATOR_TOKEN, pathOf, type Review, startReview } from './review';

const accounts = {
  ann: { email: 'ann@decks.example', email_verified: true, groups: ['legal', 'editors'] },
  vera: { email: 'vera@decks.example', email_verified: true, groups: ['readers'] },
  omar: { email: 'omar@decks.example', email_verified: true, groups: [] },
  eve: { email: 'ann@decks.example', email_verified: false, groups: ['admins'] },
  guest: { email: 'guest@decks.example', email_verified: true },
};
const env = { DECK_OPERATOR_TOKEN: OPERATOR_TOKEN, DECK_LOGIN_SECRET: CLIENT_SECRET };

let pipeline: Pipeline;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let review: Review;
beforeAll(async () => {
  [pipeline, issuer] = await Promise.all([startPipeline(), startIssuer(accounts)]);
  review = await reviewOf(issuer.url);
});
afterAll(async () => {
  await review?.close();
  await issuer?.stop();
  await pipeline?.close();
});

function reviewOf(url: string): Promise<Review> {
  const login: Settings['reviewServer']['login'] = {
    ...pipeline.settings.reviewServer.login,
    issuer: url,
    roles: { viewer: ['group readers'], reviewer: ['group legal'], operator: ['omar@decks.example'], admin: [] },
  };
  return startReview(pipeline, { env, reviewServer: { login } });
}

const errorOf = (response: Response) => response.json().then(({ code }: { code: string }) => code);

async function loggedIn(account: string, to = '/') {
  const visitor = new Visitor();
  const back = await visitor.logIn(`${review.url}/login?to=${encodeURIComponent(to)}`, account);
  const landed = await visitor.visit(back);
  const call = (path: string, json?: unknown, headers: Record<string, string> = {}) =>
    visitor.visit(review.url + path, {
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      headers: { 'x-deck': '1', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
  return { visitor, back, landed, location: landed.headers.get('location'), call };
}

describe('a person who logs in', () => {
  it('comes back to the page that asked, with a session that scripts and other sites cannot use', async () => {
    const { landed, location } = await loggedIn('ann', '/review?deck=presentation/u/r');
    expect([landed.status, location]).toEqual([302, '/review?deck=presentation/u/r']);
    const cookie = landed.headers.getSetCookie().find((line) => line.startsWith('deck-session='));
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).toMatch(/; Max-Age=43200;/);
  });

  it('decides under the confirmed name, with the subject, and completes a gate for a group of the issuer', async () => {
    const handle = await pipeline.start({
      title: 'By a person',
      settings: {
        reviewerGroups: { legal: [] },
        review: { reviewers: ['bo@decks.example'], requiredGroups: ['legal'], verifiedOnly: true, selfApproval: false },
      },
    });
    await pipeline.until(handle, (progress) => progress.review !== undefined);
    const deck = pathOf(handle.workflowId);
    const { call } = await loggedIn('ann');
    expect(await (await call(deck)).json()).toMatchObject({
      link: { reviewer: 'ann@decks.example', role: 'reviewer', gate: 'all' },
      mayDecide: true,
    });
    const sent = { revision: 1, decision: 'approve', reviewer: 'Someone else' };
    const answer = await call(`${deck}/decisions`, sent);
    expect([answer.status, await answer.json()]).toMatchObject([200, { decision: 'approve' }]);
    const { approval, decisions } = (await handle.query('progress')) as never as {
      approval: object;
      decisions: object[];
    };
    const person = { by: 'ann@decks.example', verified: true, subject: 'ann' };
    expect(approval).toMatchObject({ ...person, groups: ['legal'] });
    expect(decisions).toMatchObject([{ ...person, via: 'page' }]);
  });

  it.each([
    ['vera', 200, 403, 403],
    ['ann', 200, 200, 403],
    ['omar', 200, 200, 422],
  ])('has the rights of the role: %s', async (account, list, decision, resolve) => {
    const { workflowId } = await review.waiting({ title: `Of ${account}` });
    const { call } = await loggedIn(account);
    expect((await call('/v1/decks')).status).toBe(list);
    const sent = { revision: 1, decision: 'request-changes', comment: 'Shorter' };
    expect((await call(`${pathOf(workflowId)}/decisions`, sent)).status).toBe(decision);
    expect((await call(`${pathOf(workflowId)}/resolutions`, { action: 'nothing' })).status).toBe(resolve);
  });

  it('opens a deck without a link that others could use', async () => {
    const { workflowId } = await review.waiting({ title: 'Without a link' });
    const { call } = await loggedIn('ann');
    expect(await (await call(pathOf(workflowId))).json()).toMatchObject({ mayDecide: true });
    // One to look only may be shared, for as long as the session.
    const shared = await call(`${pathOf(workflowId)}/links`, { role: 'viewer' });
    const link = ((await shared.json()) as { address: string }).address.split('#')[1]!;
    const { role, expiresAt, reviewer } = (await review.deck(link)).link;
    expect({ role, reviewer }).toEqual({ role: 'viewer' });
    expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(43_200_000);
    expect((await call(`${pathOf(workflowId)}/links`, {})).status).toBe(403);
    expect((await call(`${pathOf(workflowId)}/links`, { role: 'viewer', reviewer: 'Bo' })).status).toBe(403);
    expect((await review.call(pathOf(workflowId))).refusal.code).toBe('login-needed');
  });

  it('logs out here and at the issuer, also for copies of the cookie', async () => {
    const { call, visitor } = await loggedIn('ann');
    const headers = { cookie: `deck-session=${visitor.cookie(review.url, 'deck-session')}`, 'x-deck': '1' };
    expect((await review.call('/v1/decks', { headers })).status).toBe(200);
    const { address } = (await (await call('/v1/logout', {})).json()) as { address: string };
    const end = new URL(address);
    expect(end.origin).toBe(issuer.url);
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${review.url}/`);
    expect((await visitor.visit(address)).status).toBe(200);
    expect((await review.call('/v1/decks', { headers })).refusal.code).toBe('login-needed');
  });

  it('needs the header that other sites cannot send', async () => {
    const { visitor } = await loggedIn('ann');
    const plain = await visitor.visit(`${review.url}/v1/decks`);
    expect([plain.status, await errorOf(plain)]).toEqual([403, 'not-allowed']);
  });
});

describe('a login is refused', () => {
  it.each([
    ['whose address is not confirmed', 'eve', 'no-name'],
    ['without a role, as the groups are missing', 'guest', 'no-role'],
  ])('%s', async (_name, account, failure) => {
    const { location, call } = await loggedIn(account, '/templates');
    expect(location).toBe(`/templates?login=${failure}`);
    expect((await call('/v1/decks')).status).toBe(401);
  });

  it('with another state, without the browser that began it, and for a used code', async () => {
    const visitor = new Visitor();
    const back = await visitor.logIn(`${review.url}/login`, 'ann');
    const other = new URL(back);
    other.searchParams.set('state', 'another');
    const flow = visitor.cookie(review.url, 'deck-login')!;
    const from = (address: string, cookie?: string) =>
      new Visitor().visit(address, cookie === undefined ? {} : { headers: { cookie } });
    const failed = async (response: Response) => {
      expect(response.headers.getSetCookie().join()).not.toContain('deck-session=');
      return response.headers.get('location');
    };
    expect(await failed(await from(back))).toBe('/?login=failed');
    const call = (address: string) => fetch(address, { redirect: 'manual', headers: { cookie: `deck-login=${flow}` } });
    expect(await failed(await call(other.href))).toBe('/?login=failed');
    expect((await call(back)).headers.get('location')).toBe('/');
    expect(await failed(await call(back))).toBe('/?login=failed');
    expect(await failed(await visitor.visit(`${review.url}/login/callback?error=access_denied`))).toBe(
      '/?login=failed',
    );
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/%5cevil.example/..//evil.example',
    'javascript:alert(1)',
  ])('and never leads to another site: %s', async (to) => {
    const { location } = await loggedIn('ann', to);
    expect(new URL(location!, review.url).origin).toBe(review.url);
    expect(location).not.toMatch(/^[/\\]{2}/);
  });

  it('in a clear way while the issuer is down', async () => {
    const down = await reviewOf('http://127.0.0.1:9');
    const response = await fetch(`${down.url}/login?to=/templates`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/templates?login=unavailable');
    expect(down.logged()).toContain('"failure":"unavailable"');
    await down.close();
  });
});

/** An issuer that signs what a test tells it to. */
async function forger() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let change: (claims: Record<string, unknown>) => object = (claims) => claims;
  let key = privateKey;
  let nonce = '';
  let url = '';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: url, sub: 'ann', aud: 'durable-presentations', iat: now, exp: now + 60, nonce };
    const payload = change({ ...claims, email: 'ann@decks.example', email_verified: true, groups: ['legal'] });
    const signed = `${part({ alg: 'RS256', kid: 'forger' })}.${part(payload)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')}`;
  };
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      ...{
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      },
      ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
    }),
    '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'forger', alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({ access_token: 'any', token_type: 'Bearer', id_token: token() }),
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url!]?.() ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async login(on: Review, changed: typeof change, signedBy: 'own' | 'other' = 'own') {
      [change, key] = [changed, signedBy === 'own' ? privateKey : other];
      const visitor = new Visitor();
      const begun = new URL((await visitor.visit(`${on.url}/login`)).headers.get('location')!);
      nonce = begun.searchParams.get('nonce')!;
      const query = new URLSearchParams({ code: 'any', state: begun.searchParams.get('state')! });
      return (await visitor.visit(`${on.url}/login/callback?${query}`)).headers.get('location');
    },
    close: () => new Promise((done) => server.close(done)),
  };
}

describe('a token of the issuer', () => {
  let forged: Awaited<ReturnType<typeof forger>>;
  let on: Review;
  beforeAll(async () => {
    forged = await forger();
    on = await reviewOf(forged.url);
  });
  afterAll(async () => {
    await on?.close();
    await forged?.close();
  });

  it('is accepted as it should be', async () => {
    expect(await forged.login(on, (claims) => claims)).toBe('/');
  });

  it.each<[string, Record<string, unknown>]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another application', { aud: 'another' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['with another nonce', { nonce: 'another' }],
    ['without a subject', { sub: undefined }],
  ])('is refused: %s', async (_name, claims) => {
    expect(await forged.login(on, (all) => ({ ...all, ...claims }))).toBe('/?login=failed');
  });

  it('is refused with a signature by another key', async () => {
    expect(await forged.login(on, (claims) => claims, 'other')).toBe('/?login=failed');
  });
});
