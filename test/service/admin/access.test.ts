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
      'server.admin.key names the environment variable DECK_ADMIN_KEY, which is not set.',
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
    ['DELETE', '/faults/fault-99', undefined, /no such fault rule/],
  ])('%s %s with %j says what is wrong', async (method, path, body, sentence) => {
    const { status, code, msg } = await administer(service, method, path, body);
    expect([400, 404]).toContain(status);
    expect(code).toBeGreaterThan(0);
    expect(msg).toMatch(sentence);
  });
});
