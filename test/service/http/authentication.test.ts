import { serviceForTests, startTestService, type TestService } from '../running-service';
import { grantToken, reply, Session, signed } from '../session';

const SIGNATURE = 43102;
const TOKEN = 43103;
const EXPIRED = 43101;

describe('a signed call', () => {
  const service = serviceForTests({ runJobs: false });

  const call = async (headers: Record<string, string>, path = '/api/grant/token/?uid=u1', method = 'GET') =>
    reply(await fetch(`${service.url}${path}`, { headers, method }));
  const now = () => Math.floor(Date.now() / 1000);
  const good = (changes: Parameters<typeof signed>[2] = {}) => signed('GET', '/api/grant/token/', changes);
  const without = (name: string) => Object.fromEntries(Object.entries(good()).filter(([key]) => key !== name));

  it.each([
    ['with the slash', '/api/grant/token/?uid=u1'],
    ['without the slash', '/api/grant/token?uid=u1'],
  ])('is answered %s, without a redirect', async (_, path) => {
    const answer = await call(good(), path);
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      data: { api_key: 'demo-access-key', uid: 'u1', time_expire: 259200 },
    });
    expect(answer.data.token).toMatch(/^[A-Za-z0-9_-]{43,}$/);
    expect(answer.headers.get('server-timing')).toMatch(/^app;dur=[\d.]+$/);
  });

  it('grants codes the same way', async () => {
    const answer = await call(signed('GET', '/api/grant/code/'), '/api/grant/code/?uid=u1');
    expect(answer).toMatchObject({ code: 0, data: { api_key: 'demo-access-key', uid: 'u1', time_expire: 86400 } });
    expect(answer.data.code).toMatch(/^[A-Za-z0-9_-]{43,}$/);
  });

  it('takes header names in any case', async () => {
    const headers = Object.fromEntries(Object.entries(good()).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await call(headers)).toMatchObject({ code: 0 });
  });

  const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  const mutations: [string, () => Record<string, string>, RegExp][] = [
    ['no key', () => without('x-api-key'), /x-api-key is missing/],
    ['no timestamp', () => without('x-timestamp'), /x-timestamp is missing/],
    ['no signature', () => without('x-signature'), /x-signature is missing/],
    ['an unknown key', () => good({ key: 'somebody' }), /not an account/],
    ['another secret', () => good({ secret: 'demo-secret-kez' }), /does not match/],
    ['an empty secret', () => good({ secret: 'x' }), /does not match/],
    ['the path without its slash', () => signed('GET', '/api/grant/token'), /path ends with a slash/],
    ['another path', () => signed('GET', '/api/grant/code/'), /does not match/],
    ['another method', () => signed('POST', '/api/grant/token/'), /does not match/],
    ['the method in small letters', () => signed('get', '/api/grant/token/'), /does not match/],
    ['the query in the path', () => signed('GET', '/api/grant/token/?uid=u1'), /does not match/],
    ['another timestamp than was signed', () => ({ ...good(), 'x-timestamp': String(now() + 1) }), /does not match/],
    ['an old timestamp', () => good({ at: now() - 302 }), /30[234] s old/],
    ['a timestamp ahead', () => good({ at: now() + 305 }), /s ahead/],
    ['milliseconds', () => good({ at: Date.now() }), /milliseconds; send whole seconds/],
    ['a fraction', () => ({ ...good(), 'x-timestamp': `${now()}.5` }), /whole seconds/],
    ['a leading zero', () => ({ ...good(), 'x-timestamp': `0${now()}` }), /whole seconds/],
    ['a sign', () => ({ ...good(), 'x-timestamp': `+${now()}` }), /whole seconds/],
    ['an exponent', () => ({ ...good(), 'x-timestamp': '1e9' }), /whole seconds/],
    ['words for a timestamp', () => ({ ...good(), 'x-timestamp': 'now' }), /whole seconds/],
    [
      'a signature cut short',
      () => ({ ...good(), 'x-signature': good()['x-signature']!.slice(0, -1) }),
      /does not match/,
    ],
    ['a signature made longer', () => ({ ...good(), 'x-signature': `${good()['x-signature']}=` }), /does not match/],
    [
      'a signature in hex',
      () => ({ ...good(), 'x-signature': Buffer.from(good()['x-signature']!, 'base64').toString('hex') }),
      /does not match/,
    ],
    ['a token instead', () => ({ 'x-api-key': 'demo-access-key', 'x-token': 'abc' }), /x-timestamp is missing/],
    ...Array.from({ length: 27 }, (_, at): [string, () => Record<string, string>, RegExp] => [
      `character ${at} of the signature changed`,
      () => ({ ...good(), 'x-signature': flip(good()['x-signature']!, at) }),
      /does not match/,
    ]),
  ];
  it.each(mutations)('with %s is refused, with HTTP 200 and a sentence', async (_, headers, sentence) => {
    const answer = await call(headers());
    expect(answer).toMatchObject({ status: 200, code: SIGNATURE, data: [] });
    expect(answer.msg).toMatch(sentence);
  });

  it.each([
    ['no uid', '/api/grant/token/', /uid is missing/],
    ['an empty uid', '/api/grant/token/?uid=', /uid is missing/],
    ['a uid of blanks', '/api/grant/token/?uid=%20%20', /uid is missing or empty/],
    ['a uid with a line break', '/api/grant/token/?uid=a%0Ab', /uid must be one line/],
    ['a uid that is too long', `/api/grant/token/?uid=${'x'.repeat(129)}`, /uid has 129 characters; at most 128/],
    ['a channel that is too long', `/api/grant/token/?uid=a&channel=${'x'.repeat(65)}`, /channel has 65/],
  ])('with %s is refused after its signature was checked', async (_, path, sentence) => {
    const answer = await call(good(), path);
    expect(answer).toMatchObject({ status: 200, code: 40000 });
    expect(answer.msg).toMatch(sentence);
  });
});

describe('a call with a token', () => {
  let service: TestService;
  let clock = Date.now();
  beforeAll(async () => {
    clock = Date.now();
    process.env.TEST_SECOND_SECRET = 'second-secret';
    service = await startTestService({
      runJobs: false,
      now: () => clock,
      server: { accounts: [{ apiKey: 'second-key', secretKey: { env: 'TEST_SECOND_SECRET' } }] },
    });
  });
  afterAll(() => service.close());

  const list = async (headers: Record<string, string>) =>
    reply(await fetch(`${service.url}/api/design/list`, { headers }));

  it('is answered; an absent channel equals an empty one', async () => {
    const { headers } = await Session.open(service.url, 'a');
    const { 'x-channel': _, ...noChannel } = headers;
    expect(await list(headers)).toMatchObject({ status: 200, code: 0 });
    expect(await list(noChannel)).toMatchObject({ status: 200, code: 0 });
  });

  it('is answered with every token granted, not only with the newest', async () => {
    const first = await Session.open(service.url, 'b');
    const second = await Session.open(service.url, 'b');
    expect(first.headers['x-token']).not.toBe(second.headers['x-token']);
    expect(await list(first.headers)).toMatchObject({ code: 0 });
    expect(await list(second.headers)).toMatchObject({ code: 0 });
  });

  it.each<[string, (headers: Record<string, string>) => Record<string, string>, RegExp]>([
    ['no headers', () => ({}), /x-api-key is missing/],
    ['no token', ({ 'x-token': _, ...rest }) => rest, /x-token is missing/],
    ['an empty token', (headers) => ({ ...headers, 'x-token': '' }), /x-token is missing/],
    ['another token', (headers) => ({ ...headers, 'x-token': `${headers['x-token']}x` }), /x-token is not valid/],
    ['the token in capitals', (headers) => ({ ...headers, 'x-token': headers['x-token']!.toUpperCase() }), /not valid/],
    ['a key without an account', (headers) => ({ ...headers, 'x-api-key': 'nobody' }), /not an account/],
    ["another integrator's key", (headers) => ({ ...headers, 'x-api-key': 'second-key' }), /x-token is not valid/],
    ['another channel', (headers) => ({ ...headers, 'x-channel': 'other' }), /x-channel is not the channel/],
    ['a channel left out', ({ 'x-channel': _, ...rest }) => rest, /x-channel is not the channel/],
  ])('with %s is refused with HTTP 200', async (_, change, sentence) => {
    const { headers } = await Session.open(service.url, 'c', 'shop');
    expect(await list(headers)).toMatchObject({ code: 0 });
    const answer = await list(change(headers));
    expect(answer).toMatchObject({ status: 200, code: TOKEN, data: [] });
    expect(answer.msg).toMatch(sentence);
  });

  it('with an expired token is rejected with that reason; a new grant helps', async () => {
    const { headers } = await Session.open(service.url, 'd');
    clock += 3 * 86_400_000 + 1;
    expect(await list(headers)).toMatchObject({ status: 200, code: EXPIRED });
    clock = Date.now();
    expect(await list((await Session.open(service.url, 'd')).headers)).toMatchObject({ code: 0 });
  });

  it('never answers an authorisation code as a token', async () => {
    const { data } = await reply(
      await fetch(`${service.url}/api/grant/code/?uid=e`, { headers: signed('GET', '/api/grant/code/') }),
    );
    expect(await list({ 'x-api-key': 'demo-access-key', 'x-token': data.code })).toMatchObject({ code: TOKEN });
  });

  it('is not helped and not disturbed by an x-code: it counts for nothing', async () => {
    const { data } = await reply(
      await fetch(`${service.url}/api/grant/code/?uid=e`, { headers: signed('GET', '/api/grant/code/') }),
    );
    const { headers } = await Session.open(service.url, 'e');
    const { 'x-token': _, ...noToken } = headers;
    expect(await list({ ...noToken, 'x-code': data.code })).toMatchObject({ status: 200, code: TOKEN });
    for (const code of [data.code, 'nonsense', ''])
      expect(await list({ ...headers, 'x-code': code })).toMatchObject({ code: 0 });
  });

  it('is answered however often it is made: the service has no rate limit of its own', async () => {
    const { headers } = await Session.open(service.url, 'g');
    const answers = await Promise.all(Array.from({ length: 200 }, () => list(headers)));
    expect(answers.filter(({ status, code }) => status !== 200 || code !== 0)).toEqual([]);
  });

  it('keeps no token in its database', async () => {
    const { data } = await grantToken(service.url, 'f');
    const { readFile, readdir } = await import('node:fs/promises');
    const { join } = await import('node:path');
    for (const name of await readdir(service.dataDirectory)) {
      if (!name.startsWith('service.db')) continue;
      const bytes = await readFile(join(service.dataDirectory, name));
      expect(bytes.includes(data.token)).toBe(false);
    }
  });
});

describe('the demo account', () => {
  it('is refused on an address that others can reach, in one sentence', async () => {
    await expect(startTestService({ host: '0.0.0.0' })).rejects.toThrow(
      /^The service does not start on 0\.0\.0\.0 with the public demo credentials.*$/,
    );
  });

  it('is gone when the settings say so', async () => {
    process.env.TEST_SECOND_SECRET = 'second-secret';
    const service = await startTestService({
      runJobs: false,
      server: { demoAccount: false, accounts: [{ apiKey: 'second-key', secretKey: { env: 'TEST_SECOND_SECRET' } }] },
    });
    expect(await grantToken(service.url, 'u')).toMatchObject({ code: SIGNATURE });
    await service.close();
  });

  it('is not started with no account at all', async () => {
    await expect(startTestService({ server: { demoAccount: false } })).rejects.toThrow(/No account/);
  });
});

describe('a port in use', () => {
  it('is one sentence', async () => {
    const service = await startTestService({ runJobs: false });
    await expect(startTestService({ runJobs: false, port: service.port })).rejects.toThrow(
      /^The service cannot listen on 127\.0\.0\.1:\d+: another process uses this port.*$/,
    );
    await service.close();
  });
});
