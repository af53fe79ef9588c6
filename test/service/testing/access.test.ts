import { testControls } from '../../../src/service/testing';
import { startTestService, type TestService } from '../running-service';
import { reply } from '../session';
import { ADMIN_KEY, administer, startAdministeredService } from './administration';

describe('the administration', () => {
  it('is not there unless the service is started with it', async () => {
    const service = await startTestService({ runJobs: false, env: { DECK_TEST_CONTROLS_KEY: ADMIN_KEY } });
    for (const path of ['', '/faults', '/journal', '/snapshot']) {
      expect(await administer(service, 'GET', path)).toMatchObject({ status: 404, code: 40400 });
    }
    await service.close();
  });
});

describe('an enabled administration', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ runJobs: false });
  });
  afterAll(() => service.close());

  it.each(['/overview', '/faults', '/journal', '/clock', '/nothing'])('asks for the key at %s', async (path) => {
    expect(await reply(await fetch(`${service.url}/_admin${path}`))).toMatchObject({
      status: 401,
      code: 43103,
      msg: 'x-admin-key is missing',
    });
    for (const key of ['', 'a', `${ADMIN_KEY}x`, ADMIN_KEY.slice(1)]) {
      expect(await administer(service, 'GET', path, undefined, key)).toMatchObject({ status: 401, code: 43103 });
    }
    expect((await administer(service, 'GET', path)).status).not.toBe(401);
  });

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
  const start = ({ key = ADMIN_KEY, host }: { key?: string; host?: string }) =>
    startTestService({
      runJobs: false,
      env: { OWN_SECRET: 'a-secret-of-their-own' },
      ...(host === undefined ? {} : { host }),
      server: { demoAccount: false, accounts: [{ apiKey: 'own', secretKey: { env: 'OWN_SECRET' } }] },
      testing: testControls({ key }),
    });

  it('has 32 characters or more', async () => {
    await expect(start({ key: 'k'.repeat(31) })).rejects.toThrow(
      'DECK_TEST_CONTROLS_KEY must have 32 characters or more; create one with openssl rand -hex 16.',
    );
    await (await start({ key: 'k'.repeat(32) })).close();
  });

  it('is never accepted off loopback', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow(
      'DECK_TEST_CONTROLS_KEY is set, but test controls are only for a loopback address, and the service listens on ' +
        '0.0.0.0; remove the variable, or set server.host to 127.0.0.1.',
    );
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
});
