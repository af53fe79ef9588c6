import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { defaultPayloadConverter } from '@temporalio/common';
import { pino } from 'pino';
import { settingsSchema } from '../../src/config';
import { readEncryptionKeys } from '../../src/config/encryption-keys';
import { type RunningCodecServer, startCodecServer } from '../../src/temporal/codec-server/server';
import { createEncryptionCodec } from '../../src/temporal/encryption';
import { exchange, rawRequest } from '../service/http/raw';

const TOKEN = randomBytes(16).toString('hex');
const UI = 'http://127.0.0.1:8233';
const folder = mkdtempSync(join(tmpdir(), 'deck-codec-'));
for (const id of ['k1', 'k2']) writeFileSync(join(folder, id), randomBytes(32).toString('hex'));

const settingsOf = (codecServer: object = {}, ids = ['k1']) =>
  settingsSchema.parse({
    data: { directory: folder },
    encryption: {
      enabled: true,
      keys: ids.map((id) => ({ id, key: { file: join(folder, id) } })),
      currentKey: ids.at(-1),
      codecServer: { port: 0, ...codecServer },
    },
  });
const codecWith = (...ids: string[]) => createEncryptionCodec(readEncryptionKeys(settingsOf({}, ids), {}));

const written: string[] = [];
const log = pino(new PassThrough().on('data', (line) => written.push(String(line))));
const open: RunningCodecServer[] = [];
async function start(codecServer: object = {}): Promise<RunningCodecServer> {
  const server = await startCodecServer({ settings: settingsOf(codecServer), log, env: { DECK_CODEC_TOKEN: TOKEN } });
  open.push(server);
  return server;
}

let server: RunningCodecServer;
beforeAll(async () => {
  server = await start();
});
afterAll(async () => {
  for (const each of open) await each.close();
  rmSync(folder, { recursive: true });
});

const secret = { title: 'Otter survey' };
/** A payload as proto3 JSON, the protocol's format. */
async function wire(codec = codecWith('k1')) {
  const [payload] = await codec.encode([defaultPayloadConverter.toPayload(secret)!]);
  const { metadata, data } = payload!;
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    metadata: Object.fromEntries(Object.entries(metadata!).map(([name, value]) => [name, base64(value)])),
    data: base64(data!),
  };
}
const bearer = { authorization: `Bearer ${TOKEN}` };
const call = (path: string, body: unknown, headers: Record<string, string> = bearer, at = server) =>
  fetch(at.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const login = (token: string, at = server) =>
  fetch(`${at.url}/login`, { method: 'POST', body: new URLSearchParams({ token }) });
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message;

describe('the remote codec protocol', () => {
  it('decodes payloads that a worker has encrypted', async () => {
    const answer = await call(
      '/decode',
      { payloads: [await wire(), await wire()] },
      { ...bearer, 'x-namespace': 'default' },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const plain = {
      metadata: { encoding: Buffer.from('json/plain').toString('base64') },
      data: Buffer.from(JSON.stringify(secret)).toString('base64'),
    };
    expect(await answer.json()).toEqual({ payloads: [plain, plain] });
  });

  it('encodes input from the UI, so that workers can read it', async () => {
    const plain = { metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: Buffer.from('{"a":1}').toString('base64') };
    const { payloads } = (await (await call('/encode', { payloads: [plain] })).json()) as { payloads: [typeof plain] };
    expect(payloads[0].metadata.encoding).toBe(Buffer.from('binary/encrypted').toString('base64'));
    expect(await (await call('/decode', { payloads })).json()).toEqual({ payloads: [plain] });
  });

  it('leaves unencrypted payloads unchanged, and accepts an empty list', async () => {
    const plain = { metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: 'MQ==' };
    expect(await (await call('/decode', { payloads: [plain] })).json()).toEqual({ payloads: [plain] });
    expect(await (await call('/decode', { payloads: [] })).json()).toEqual({ payloads: [] });
  });

  it('names the missing key, also in the log', async () => {
    const answer = await call('/decode', { payloads: [await wire(codecWith('k2'))] });
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toContain('encrypted with the key k2, which is missing in encryption.keys');
    expect(written.join('')).toContain('encrypted with the key k2');
  });

  it.each([
    ['invalid JSON', '{'],
    ['a list', '[]'],
    ['payloads that are not a list', '{"payloads":1}'],
    ['data that is not base64', '{"payloads":[{"data":"%%%"}]}'],
    ['metadata that is not text', '{"payloads":[{"metadata":{"encoding":1}}]}'],
  ])('rejects %s', async (_, body) => {
    const answer = await call('/decode', body);
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toBe('The body must be {"payloads": [...]}, with metadata and data as base64.');
  });

  it.each(['{}', '{"payloads":null}', '{"payloads":[]}'])('returns no payloads for %s', async (body) => {
    for (const path of ['/encode', '/decode']) {
      const answer = await call(path, body);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ payloads: [] });
    }
  });

  it('rejects bodies and lists that are too large', async () => {
    expect((await call('/decode', { payloads: Array.from({ length: 2_001 }, () => ({})) })).status).toBe(413);
    expect((await call('/decode', ' '.repeat(16 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('access', () => {
  const body = async () => ({ payloads: [await wire()] });

  it.each<[string, Record<string, string>, number]>([
    ['is denied without a token', {}, 401],
    ['is denied with another token', { authorization: `Bearer ${'0'.repeat(32)}` }, 401],
    ['is denied with a prefix of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['is denied with the token as a password', { authorization: `Basic ${TOKEN}` }, 401],
    ['is granted to a program with the token', bearer, 200],
    ['is denied to an unlisted page, even with the token', { ...bearer, origin: 'http://127.0.0.1:9999' }, 403],
    ['is denied to a page with an opaque origin', { ...bearer, origin: 'null' }, 403],
    ['is granted to the UI with the token', { ...bearer, origin: UI }, 200],
  ])('%s', async (_, headers, status) => {
    for (const path of ['/decode', '/encode']) expect((await call(path, await body(), headers)).status).toBe(status);
  });

  it('is granted to a logged-in browser, from pages of the UI only', async () => {
    const answer = await login(TOKEN);
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer);
    expect(cookie).not.toContain(TOKEN);
    expect((await call('/decode', await body(), { cookie, origin: UI })).status).toBe(200);
    expect((await call('/decode', await body(), { cookie })).status).toBe(401);
    expect((await call('/decode', await body(), { cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('is denied after a login with a wrong token, which is logged', async () => {
    const answer = await login('wrong');
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain('Wrong token.');
    expect(written.join('')).toContain('codec server login failed: wrong token');
  });

  it('is delayed after ten wrong tokens, also with the correct one, but not for open sessions', async () => {
    const own = await start();
    const cookie = cookieOf(await login(TOKEN, own));
    for (let wrong = 0; wrong < 9; wrong++) expect((await login('wrong', own)).status).toBe(401);
    expect((await call('/decode', await body(), { authorization: 'Bearer wrong' }, own)).status).toBe(401);
    const early = await login(TOKEN, own);
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('/decode', await body(), { cookie, origin: UI }, own)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await login(TOKEN, own)).status).toBe(200);
    expect((await login('wrong', own)).status).toBe(401);
    expect((await login(TOKEN, own)).status).toBe(200);
  });

  it.each<[string, (cookie: string) => string]>([
    ['changed in its time', (cookie) => cookie.replace(/=\d+/, '=99999999999999')],
    ['changed in its signature', (cookie) => `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'E' : 'A'}`],
    ['unsigned', (cookie) => cookie.replace(/\..*/, '.')],
    ['empty', () => 'deck-codec='],
  ])('is denied with a cookie that is %s', async (_, change) => {
    const cookie = change(cookieOf(await login(TOKEN)));
    expect((await call('/decode', await body(), { cookie, origin: UI })).status).toBe(401);
  });

  it('is denied after the session, and with a session of another token', async () => {
    const cookie = cookieOf(await login(TOKEN));
    const [expires] = /\d+/.exec(cookie)!;
    const twelve = Date.now() + 12 * 3_600_000;
    expect(Math.abs(Number(expires) - twelve)).toBeLessThan(60_000);
    const other = await startCodecServer({ settings: settingsOf(), log, env: { DECK_CODEC_TOKEN: `${TOKEN}x` } });
    open.push(other);
    expect((await call('/decode', await body(), { cookie, origin: UI }, other)).status).toBe(401);
  });

  it('ends on logout, for every copy of the cookies and also after a restart', async () => {
    const [own, other] = [cookieOf(await login(TOKEN)), cookieOf(await login(TOKEN))];
    const answer = await fetch(`${server.url}/logout`, { method: 'POST', headers: { cookie: own } });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toHaveLength(3);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toContain('Max-Age=0');
    for (const at of [server, await start()]) {
      expect((await call('/decode', await body(), { cookie: own, origin: UI }, at)).status).toBe(401);
      expect((await call('/decode', await body(), { cookie: other, origin: UI }, at)).status).toBe(200);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['is on another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['sends another origin', { origin: 'https://attacker.example' }],
  ])('does not let a page that %s try tokens or log people out', async (_, headers) => {
    const own = await start();
    for (let time = 0; time < 12; time++) {
      const wrong = { method: 'POST', headers, body: new URLSearchParams({ token: 'wrong' }) };
      expect((await fetch(`${own.url}/login`, wrong)).status).toBe(403);
    }
    expect((await fetch(`${own.url}/logout`, { method: 'POST', headers })).status).toBe(403);
    expect((await login(TOKEN, own)).status).toBe(200);
  });

  it('counts wrong tokens per client behind a proxy, if the settings name its header', async () => {
    const own = await start({ clientAddressHeader: 'X-Forwarded-For' });
    const from = (address: string, token: string) =>
      call('/decode', '{"payloads":[]}', { authorization: `Bearer ${token}`, 'x-forwarded-for': address }, own);
    for (let wrong = 0; wrong < 10; wrong++) expect((await from('192.0.2.1', 'wrong')).status).toBe(401);
    expect((await from('192.0.2.1', TOKEN)).status).toBe(429);
    expect((await from('192.0.2.1, 192.0.2.2', TOKEN)).status).toBe(200);
  });

  it('is limited to loopback host names while all pages are on this host', async () => {
    const ask = async (at: RunningCodecServer, host: string) =>
      Number((await exchange(Number(new URL(at.url).port), rawRequest('GET /', { Host: host }))).split(' ')[1]);
    for (const host of ['localhost', '127.0.0.1:1', '[::1]']) expect(await ask(server, host)).toBe(200);
    expect(await ask(server, 'attacker.example')).toBe(403);
    expect(await ask(await start({ origins: ['https://ui.example'] }), 'codec.example')).toBe(200);
  });

  it.each([
    ['GET', '/decode', 405, 'POST'],
    ['GET', '/login', 405, 'POST'],
    ['DELETE', '/', 405, 'GET, HEAD'],
    ['GET', '/%64ecode', 404, null],
    ['POST', '//login', 404, null],
  ])('%s %s is %i', async (method, path, status, allow) => {
    const answer = await fetch(server.url + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });
});

describe('responses to browsers', () => {
  const preflight = (origin: string, at = server) =>
    fetch(`${at.url}/decode`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-namespace' },
    });

  it('allow listed pages, with cookies, and no others', async () => {
    const listed = await preflight(UI);
    expect(listed.status).toBe(204);
    expect(listed.headers.get('access-control-allow-origin')).toBe(UI);
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true');
    expect(listed.headers.get('access-control-allow-headers')).toContain('X-Namespace');
    expect(listed.headers.get('vary')).toMatch(/Origin/i);
    for (const origin of ['http://127.0.0.1:9999', 'null', `${UI}.evil.example`, 'https://127.0.0.1:8233'])
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('let a listed page read the reason for a rejection', async () => {
    const answer = await call('/decode', { payloads: [] }, { origin: UI });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, UI]);
  });

  it('limit the cookie to three paths, hide it from scripts, and require TLS if the UI uses TLS', async () => {
    const cookies = (await login(TOKEN)).headers.getSetCookie();
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)![1])).toEqual(['/encode', '/decode', '/logout']);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    const behindTls = await start({ origins: ['https://ui.example.com'] });
    for (const cookie of (await login(TOKEN, behindTls)).headers.getSetCookie()) expect(cookie).toContain('Secure');
    expect((await preflight(UI, behindTls)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keep the login page from loading resources, running scripts and being framed', async () => {
    const answer = await fetch(server.url);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(await answer.text()).not.toMatch(/<script|src=|href=/);
  });
});

it('the log contains no token, key or content', async () => {
  await call('/decode', { payloads: [await wire()] });
  await login(TOKEN);
  const all = written.join('');
  expect(all).toContain('/decode');
  for (const word of [TOKEN, 'Otter', Buffer.from('Otter').toString('base64').slice(0, 5)])
    expect(all).not.toContain(word);
});

describe('invalid settings', () => {
  const started = (settings: ReturnType<typeof settingsOf>, env = { DECK_CODEC_TOKEN: TOKEN } as NodeJS.ProcessEnv) =>
    startCodecServer({ settings, log, env });

  it.each<[string, () => Promise<unknown>, string]>([
    ['no token', () => started(settingsOf(), {}), 'uses the environment variable DECK_CODEC_TOKEN, which is not set'],
    ['a short token', () => started(settingsOf(), { DECK_CODEC_TOKEN: 'short' }), 'must have at least 16 characters'],
    ['no key', () => started(settingsSchema.parse({})), 'needs at least one key in encryption.keys'],
    [
      'a port in use',
      () => started(settingsOf({ port: Number(new URL(server.url).port) })),
      'The codec server cannot listen on 127.0.0.1:',
    ],
  ])('%s', async (_, attempt, sentence) => {
    await expect(attempt()).rejects.toThrow(sentence);
  });

  it('listening on another address requires a list of origins', () => {
    const { error } = settingsSchema.safeParse({ encryption: { codecServer: { host: '0.0.0.0' } } });
    expect(error!.issues[0]).toMatchObject({ path: ['encryption', 'codecServer', 'origins'] });
  });
});
