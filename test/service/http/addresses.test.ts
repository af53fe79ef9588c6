import { endpointNames, endpointOf } from '../../../src/contract';
import { startTestService, type TestService } from '../running-service';
import { reply } from '../session';
import { ADMIN_KEY, startAdministeredService } from '../testing/administration';
import { envelopeOf, exchange, rawRequest, unchunked } from './raw';

const head = (line: string, headers: Record<string, string>) =>
  `${line}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

describe('the host of a request', () => {
  const own = ['localhost', 'localhost:1', '127.0.0.1', '127.0.0.1:8787', '[::1]', '[::1]:8787'];
  const foreign = ['attacker.example', 'localhost.attacker.example', '127.0.0.1.attacker.example:8787', '192.168.0.7'];
  const ask = (service: TestService, host: string) =>
    exchange(service.port, rawRequest('GET /healthz', { Host: host }));

  it('is this machine while everybody knows a key: a website cannot give its own name this address', async () => {
    const service = await startTestService({ runJobs: false });
    for (const host of own) expect([host, statusOf(await ask(service, host))]).toEqual([host, 200]);
    for (const host of foreign) {
      const answer = await ask(service, host);
      expect([host, statusOf(answer)]).toEqual([host, 403]);
      expect(envelopeOf(answer)).toMatchObject({ code: 40400, msg: expect.stringContaining('server.publicUrl') });
    }
    const signature = await exchange(service.port, rawRequest('GET /api/grant/token/?uid=u', { Host: foreign[0]! }));
    expect(statusOf(signature)).toBe(403);
    await service.close();
  });

  it('may be that of publicUrl as well', async () => {
    const service = await startTestService({ runJobs: false, server: { publicUrl: 'https://decks.example/x' } });
    for (const host of [...own, 'decks.example', 'decks.example:444'])
      expect([host, statusOf(await ask(service, host))]).toEqual([host, 200]);
    expect(statusOf(await ask(service, foreign[0]!))).toBe(403);
    await service.close();
  });

  it('is any where all keys are secret', async () => {
    const service = await startTestService({
      runJobs: false,
      env: { OWN_SECRET: 'a-secret-of-their-own' },
      server: { demoAccount: false, accounts: [{ apiKey: 'own', secretKey: { env: 'OWN_SECRET' } }] },
    });
    for (const host of [...own, ...foreign]) expect([host, statusOf(await ask(service, host))]).toEqual([host, 200]);
    await service.close();
  });
});

describe('a path', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ runJobs: false, timing: { outlineFragmentMs: 1 } });
  });
  afterAll(() => service.close());

  it.each([
    '/x/../_admin',
    '/x/../_admin/overview',
    '/./_admin/overview',
    '/_admin/./overview',
    '/x/%2e%2e/_admin/overview',
    '/x/%2E./_admin/overview',
    '/%5fadmin',
    '/%5Fadmin/overview',
    '/%5f%61dmin/overview',
    '/_%61dmin/overview',
    '//_admin/overview',
    '/_admin//overview',
    '/x/..%2f_admin/overview',
    '/x/..%5c_admin/overview',
    '/_admin%2foverview',
    '/_admin#/overview',
    '/%68ealthz',
    '//healthz',
    '/x/../healthz',
    '/api//grant/token/',
    '/api/%67rant/token/',
    'http://localhost/x/../_admin/overview',
    'http://localhost/%5fadmin/overview',
  ])('%s is nothing, key or no key', async (path) => {
    const answer = await exchange(service.port, rawRequest(`GET ${path}`, { 'x-admin-key': ADMIN_KEY }));
    expect(statusOf(answer)).toBe(404);
    expect(envelopeOf(answer)).toEqual({ code: 40400, data: [], msg: expect.any(String) });
  });

  it.each([
    '/_admin/overview',
    '/_admin/overview/',
    '/_admin/overview?x=/../y//%5f',
    'http://localhost/_admin/overview',
  ])('%s is served', async (path) => {
    const answer = await exchange(service.port, rawRequest(`GET ${path}`, { 'x-admin-key': ADMIN_KEY }));
    expect(statusOf(answer)).toBe(200);
  });

  it.each(endpointNames)('%s says which method it is called with', async (name) => {
    const { method, path } = endpointOf(name);
    for (const other of ['HEAD', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter((it) => it !== method)) {
      const answer = await fetch(service.url + path, { method: other });
      expect([other, answer.status, answer.headers.get('allow')]).toEqual([other, 405, method]);
    }
  });

  it.each([
    ['/healthz', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/suits/1/cover.png', 'GET, HEAD'],
    ['/files/abcdefgh/deck.pptx', 'GET, HEAD'],
    ['/_admin/overview', 'GET, HEAD'],
    ['/_admin/faults', 'GET, POST, DELETE, HEAD'],
    ['/_admin/snapshot', 'GET, PUT, HEAD'],
  ])('%s as well: %s', async (path, allow) => {
    const answer = await fetch(service.url + path, { method: 'PATCH', headers: { 'x-admin-key': ADMIN_KEY } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(await reply(answer)).toMatchObject({ code: 40400, data: [] });
  });

  it('that nothing is at has no method', async () => {
    const answer = await fetch(`${service.url}/nothing`, { method: 'PATCH' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });

  it('is served to HTTP/1.0, which names no host, under the address that was reached', async () => {
    const answer = await exchange(service.port, head('GET /openapi.json HTTP/1.0', {}));
    expect(statusOf(answer)).toBe(200);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).servers).toEqual([{ url: service.url }]);
    expect(statusOf(await exchange(service.port, head('GET /healthz HTTP/1.1', { Connection: 'close' })))).toBe(400);
  });

  it('streams to HTTP/1.0 without chunks, which it does not know', async () => {
    const { Session } = await import('../session.js');
    const session = await Session.open(service.url, 'old');
    const { data } = await session.createTask('Old clients');
    const line = `GET /api/ai/chat/outline?task_id=${data.id} HTTP/1.`;
    const old = await exchange(service.port, head(`${line}0`, session.headers));
    const body = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
    expect(old).not.toMatch(/transfer-encoding/i);
    expect(body(old)).toMatch(/^event:message\ndata:[\s\S]*event:close\ndata:api-close\n\n$/);
    const young = await exchange(
      service.port,
      head(`${line}1`, { Host: 'localhost', Connection: 'close', ...session.headers }),
    );
    expect(unchunked(body(young)).complete).toBe(true);
  });
});
