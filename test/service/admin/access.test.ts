import { startTestService, type TestService } from '../running-service';
import { reply } from '../session';
import { ADMIN_KEY, administer, startAdministeredService } from './administration';

describe('the administration', () => {
  it('is not there unless it is enabled', async () => {
    const service = await startTestService({ runJobs: false, env: { DECK_ADMIN_KEY: ADMIN_KEY } });
    for (const path of ['', '/faults', '/journal', '/snapshot']) {
      expect(await administer(service, 'GET', path)).toMatchObject({ status: 404, code: 40400 });
    }
    await service.close();
  });

  it('does not start without a key, and says where it was looked for', async () => {
    await expect(startTestService({ runJobs: false, env: {}, server: { admin: { enabled: true } } })).rejects.toThrow(
      'server.admin.key uses the environment variable DECK_ADMIN_KEY, which is not set.',
    );
  });
});

describe('an enabled administration', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ runJobs: false });
  });
  afterAll(() => service.close());

  it.each(['/overview', '/faults', '/journal', '/clock', '/tasks', '/nothing'])(
    'asks for the key at %s',
    async (path) => {
      expect(await reply(await fetch(`${service.url}/_admin${path}`))).toMatchObject({
        status: 401,
        code: 43103,
        msg: 'x-admin-key is missing',
      });
      for (const key of ['', 'a', `${ADMIN_KEY}x`, ADMIN_KEY.slice(1)]) {
        expect(await administer(service, 'GET', path, undefined, key)).toMatchObject({ status: 401, code: 43103 });
      }
      expect((await administer(service, 'GET', path)).status).not.toBe(401);
    },
  );

  it('answers with envelopes', async () => {
    expect(await administer(service, 'GET', '/overview')).toMatchObject({
      status: 200,
      code: 0,
      data: { counts: { users: 0, tasks: 0 }, clock: { offsetMs: 0 } },
    });
    expect(await administer(service, 'GET', '/nothing')).toMatchObject({ status: 404, code: 40400 });
  });

  it.each([
    ['POST', '/faults', { effect: 'nonsense' }, /effect.type.*must be one of code, status/],
    ['POST', '/faults', { effect: { type: 'code' } }, /effect.code/],
    ['POST', '/faults', { effect: 'queueFull', endpoint: 'createTask' }, /endpoint must be one of startExport/],
    ['POST', '/faults', { effect: 'hang', nht: 2 }, /nht/],
    ['POST', '/faults', { effect: 'hang', endpoint: 'nowhere' }, /endpoint/],
    ['POST', '/clock', {}, /must have one of advance, offset and reset/],
    ['POST', '/clock', { advance: 'soon' }, /advance must be a duration/],
    ['GET', '/journal?since=-1', undefined, /since must be a number/],
    ['DELETE', '/faults/fault-99', undefined, /this fault rule does not exist/],
  ])('%s %s with %j says what is wrong', async (method, path, body, sentence) => {
    const { status, code, msg } = await administer(service, method, path, body);
    expect([400, 404]).toContain(status);
    expect(code).toBeGreaterThan(0);
    expect(msg).toMatch(sentence);
  });
});

describe('the key of an administration', () => {
  const start = (options: { key?: string; host?: string; offLoopback?: boolean }) => {
    const { key = ADMIN_KEY, host, offLoopback } = options;
    return startTestService({
      runJobs: false,
      env: { DECK_ADMIN_KEY: key, OWN_SECRET: 'a-secret-of-their-own' },
      ...(host === undefined ? {} : { host }),
      server: {
        demoAccount: false,
        accounts: [{ apiKey: 'own', secretKey: { env: 'OWN_SECRET' } }],
        admin: { enabled: true, ...(offLoopback === undefined ? {} : { offLoopback }) },
      },
    });
  };

  it('has 32 characters or more', async () => {
    await expect(start({ key: 'k'.repeat(31) })).rejects.toThrow(
      'server.admin.key must have 32 characters or more; create one with openssl rand -hex 16.',
    );
    await (await start({ key: 'k'.repeat(32) })).close();
  });

  it('is accepted off loopback only where the settings say so a second time', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow(
      'server.admin.offLoopback must be true to enable the administration on 0.0.0.0',
    );
    const service = await start({ host: '0.0.0.0', offLoopback: true });
    expect((await administer({ url: `http://127.0.0.1:${service.port}` }, 'GET', '/overview')).status).toBe(200);
    await service.close();
  });

  it('cannot be guessed quickly: after ten wrong ones an address waits, with the right one as well', async () => {
    const service = await startAdministeredService({ runJobs: false });
    const guess = async (at: number) =>
      (await administer(service, 'GET', '/overview', undefined, `wrong ${at}`)).status;
    const statuses: number[] = [];
    for (let at = 0; at < 200; at++) statuses.push(await guess(at));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12);
    const right = await administer(service, 'GET', '/overview');
    expect(right).toMatchObject({ status: 429, code: 42900, msg: expect.stringContaining('too many wrong keys') });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.close();
  });

  it('is counted by the client that a proxy states, where the settings name its header', async () => {
    const service = await startAdministeredService({
      runJobs: false,
      server: { clientAddressHeader: 'X-Forwarded-For' },
    });
    const from = async (address: string, key: string) => {
      const headers = { 'x-admin-key': key, 'x-forwarded-for': `10.0.0.${Math.random()}, ${address}` };
      return (await fetch(`${service.url}/_admin/overview`, { headers })).status;
    };
    for (let at = 0; at < 10; at++) expect(await from('2001:db8::1', 'wrong')).toBe(401);
    expect(await from('2001:db8::2', 'wrong')).toBe(429);
    expect(await from('2001:db8:1::1', ADMIN_KEY)).toBe(200);
    expect(await from('192.0.2.7', ADMIN_KEY)).toBe(200);
    await service.close();
  });
});
