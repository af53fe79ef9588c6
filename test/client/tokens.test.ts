import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileTokenStore, createMemoryTokenStore, type TokenStore } from '../../src/client/index';
import { CANARIES, clientFor, endAll, failureOf, httpServer, json, USER } from './misbehaving';

afterEach(endAll);

const DESIGN = { id: 1, name: 'x', cover_url: '', task_id: 1, created_at: '', storage_time: '', version: 1 };

/** A service that counts grants, and takes the tokens that `accepts` takes. */
async function service({
  lives = 86_400,
  delayMs = 0,
  accepts = (_token: string): boolean => true,
  refusal = 43103 as number,
} = {}) {
  const seen = { grants: [] as string[], calls: [] as string[] };
  const server = await httpServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (url.pathname === '/api/grant/token') {
      const user = `${url.searchParams.get('uid')}/${url.searchParams.get('channel')}`;
      const token = `token-${seen.grants.push(user)}-of-${user.replace('/', '-')}`;
      const data = { api_key: 'k', uid: 'u', token, time_expire: lives };
      setTimeout(() => json(response, { code: 0, msg: '', data }), delayMs);
      return;
    }
    const token = String(request.headers['x-token']);
    seen.calls.push(token);
    if (accepts(token)) return json(response, { code: 0, msg: '', data: DESIGN });
    if (refusal === 401) return json(response, {}, {}, 401);
    json(response, { code: refusal, msg: `no: ${token}`, data: [] });
  });
  return { ...server, seen };
}

const read = (client: ReturnType<typeof clientFor>, user = USER as { uid: string; channel?: string }) =>
  client.call('readDesign', { user_design_id: 1 }, user);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('a token', () => {
  test('is granted once for a hundred calls at once', async () => {
    const { address, seen } = await service({ delayMs: 50 });
    const client = clientFor(address);
    await Promise.all(times(100, () => read(client)));
    expect(seen.grants).toEqual(['user-1/']);
    expect(new Set(seen.calls).size).toBe(1);
  });

  test('is one of its user and channel; no channel is the empty one', async () => {
    const { address, seen } = await service();
    const client = clientFor(address);
    for (const user of [{ uid: 'a' }, { uid: 'a', channel: '' }, { uid: 'a', channel: 'web' }, { uid: 'b' }])
      await read(client, user);
    expect(seen.grants).toEqual(['a/', 'a/web', 'b/']);
  });

  test('is made sure of without being shown', async () => {
    const { address, seen } = await service({ lives: 3_600 });
    const client = clientFor(address);
    const result = await client.ensureToken(USER);
    expect(Object.keys(result)).toEqual(['expiresAt']);
    expect(Math.abs(result.expiresAt - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await read(client);
    expect(seen.grants).toHaveLength(1);
  });

  test('is renewed ahead of its end, while the old one is used', async () => {
    const { address, seen } = await service();
    const now = Date.now();
    const store = createMemoryTokenStore();
    const old = { token: 'old', grantedAt: now - 3_600_000, expiresAt: now + 30_000 };
    const client = clientFor(address, { tokenStore: { ...store, get: async () => old } });
    await read(client);
    expect(seen.calls).toEqual(['old']);
    while (seen.grants.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    while (seen.calls.at(-1) === 'old') await read(client);
    expect(seen.grants).toHaveLength(1);
  });

  test('that lives shorter than the margin is used all the same', async () => {
    const { address, seen } = await service({ lives: 30 });
    const client = clientFor(address);
    for (let call = 0; call < 5; call++) await read(client);
    expect(seen.grants).toHaveLength(1);
  });

  test.each([0, -5])('with a validity of %d does not make every call a grant', async (lives) => {
    const { address, seen } = await service({ lives });
    const client = clientFor(address);
    for (let call = 0; call < 5; call++) await read(client);
    expect(seen.grants.length).toBeLessThan(5);
  });

  test('is not lost for the others when one of them gives up', async () => {
    const { address, seen } = await service({ delayMs: 100 });
    const client = clientFor(address);
    const control = new AbortController();
    const impatient = client.ensureToken({ ...USER, signal: control.signal });
    const patient = read(client);
    control.abort();
    expect((await failureOf(impatient)).data).toMatchObject({ kind: 'aborted', sent: 'no' });
    await patient;
    expect(seen.grants).toHaveLength(1);
  });
});

describe('a refused token', () => {
  test.each([43101, 43103, 401] as const)('with %d is granted again, and the call repeated', async (refusal) => {
    const { address, seen } = await service({ refusal, accepts: (token) => token.startsWith('token-2') });
    await expect(read(clientFor(address))).resolves.toEqual(DESIGN);
    expect(seen.grants).toHaveLength(2);
    expect(seen.calls).toHaveLength(2);
  });

  test('is granted again once for a hundred calls that it failed', async () => {
    const { address, seen } = await service({ delayMs: 20, accepts: (token) => token.startsWith('token-2') });
    const client = clientFor(address);
    await Promise.all(times(100, () => read(client)));
    expect(seen.grants).toHaveLength(2);
    expect(seen.calls).toHaveLength(200);
  });

  test('is replaced three times, then reported unchanged, without the token; the next call begins with another', async () => {
    const { address, seen } = await service({ accepts: () => false });
    const error = await failureOf(read(clientFor(address)));
    expect(error.data).toMatchObject({
      kind: 'authentication',
      endpoint: 'readDesign',
      sent: 'yes',
      code: 43103,
      msg: 'no: ***',
    });
    expect(seen.grants).toHaveLength(4);
    expect(new Set(seen.calls).size).toBe(4);
  });

  test('is suspected once after a code that the profile does not list', async () => {
    const { address, seen } = await service({ refusal: 10010, accepts: (token) => !token.startsWith('token-1-') });
    const client = clientFor(address);
    await read(client);
    expect(seen.calls).toHaveLength(2);
    const refusing = await service({ refusal: 20002, accepts: () => false });
    const other = clientFor(refusing.address);
    for (let call = 1; call <= 5; call += 1) expect((await failureOf(read(other))).data.code).toBe(20002);
    // A poll does not grant again and again.
    expect(refusing.seen.grants).toHaveLength(2);
  });

  test('is not a refused signature: that is final', async () => {
    const { address, seen } = await service({ refusal: 43102, accepts: () => false });
    expect((await failureOf(read(clientFor(address)))).data.kind).toBe('signature');
    expect(seen.calls).toHaveLength(1);
  });
});

describe('a store', () => {
  test('that fails is treated as empty', async () => {
    const { address, seen } = await service();
    const broken = async () => {
      throw new Error('disk on fire');
    };
    const client = clientFor(address, { tokenStore: { get: broken, set: broken, delete: broken } });
    await read(client);
    await read(client);
    expect(seen.grants).toHaveLength(1);
  });

  test('shared by two clients has one grant, and none for another service', async () => {
    const tokenStore = createMemoryTokenStore();
    const [one, other] = [await service(), await service()];
    await read(clientFor(one.address, { tokenStore }));
    await read(clientFor(one.address, { tokenStore }));
    await read(clientFor(other.address, { tokenStore }));
    expect([one.seen.grants.length, other.seen.grants.length]).toEqual([1, 1]);
  });
});

describe('the sealed file', () => {
  let folder = '';
  let path = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokens-'));
    path = join(folder, 'state', 'tokens');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const stored = { token: CANARIES.token, grantedAt: 1, expiresAt: Date.now() + 1_000_000 };
  const open = (secret = 'secret'): TokenStore => createFileTokenStore(path, secret);

  test('keeps tokens over a restart', async () => {
    await open().set('user-0', stored);
    const store = open();
    await Promise.all(times(10, (index) => store.set(`user-${index}`, stored)));
    for (let index = 0; index < 10; index++) expect(await open().get(`user-${index}`)).toEqual(stored);
    expect(await open().get('nobody')).toBeUndefined();
    expect(await open().get('__proto__')).toBeUndefined();
  });

  test('forgets what is deleted, and what has expired at the next change', async () => {
    await open().set('old', { ...stored, expiresAt: Date.now() - 1 });
    await open().set('a', stored);
    await open().delete('a');
    expect([await open().get('old'), await open().get('a')]).toEqual([undefined, undefined]);
  });

  test('is readable only for its owner, shows nothing and leaves no other file', async () => {
    await open().set('user-key', stored);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(path, 'latin1');
    expect(bytes).not.toContain(CANARIES.token);
    expect(bytes).not.toContain('user-key');
    expect(await readdir(join(folder, 'state'))).toEqual(['tokens']);
  });

  test('tampered with at any byte, cut, or opened with another secret is empty', async () => {
    await open().set('a', stored);
    const good = await readFile(path);
    for (let at = 0; at < good.length; at += 3) {
      const bad = Buffer.from(good);
      bad[at]! ^= 1;
      await writeFile(path, bad);
      expect(await open().get('a')).toBeUndefined();
    }
    for (const bytes of [good.subarray(0, 20), Buffer.alloc(0), Buffer.from('{"a":{}}')]) {
      await writeFile(path, bytes);
      expect(await open().get('a')).toBeUndefined();
    }
    await writeFile(path, good);
    expect(await open('other').get('a')).toBeUndefined();
    expect(await open().get('a')).toEqual(stored);
  });

  test('spares a restarted client its grant', async () => {
    const { address, seen } = await service();
    await read(clientFor(address, { tokenStore: open() }));
    await read(clientFor(address, { tokenStore: open() }));
    expect(seen.grants).toHaveLength(1);
  });
});
