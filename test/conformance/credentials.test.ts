import { signed } from '../service/session';
import { openTarget, type Target } from './target';

describe('credentials', () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget();
  });
  afterAll(() => target.close());

  const grant = (what: 'token' | 'code', query: Record<string, string> = { uid: target.uid, channel: '' }) =>
    target.integrator.signedGet(`/api/grant/${what}`, query);

  it('every JSON response has code (integer), data and msg (string); code 0 is success', async () => {
    const answer = await grant('token');
    expect([Number.isInteger(answer.code), typeof answer.msg, answer.code]).toEqual([true, 'string', 0]);
    expect(answer.data).toBeDefined();
  });

  it('the token grant answers api_key, uid as supplied, token and time_expire', async () => {
    const { data } = await grant('token');
    expect(data).toMatchObject({ api_key: target.integrator.key, uid: target.uid, token: expect.any(String) });
    expect(data.token).not.toBe('');
    expect(Number.isInteger(data.time_expire) && data.time_expire > 0).toBe(true);
  });

  it('the code grant answers api_key, uid, code and time_expire', async () => {
    const { data } = await grant('code');
    expect(data).toMatchObject({ api_key: target.integrator.key, uid: target.uid, code: expect.any(String) });
    expect(Number.isInteger(data.time_expire)).toBe(true);
  });

  it('each user of an integrator has a different token', async () => {
    const tokens = await Promise.all(
      ['', '-b'].map((more) => grant('token', { uid: `${target.uid}${more}`, channel: '' })),
    );
    expect(tokens.map(({ code }) => code)).toEqual([0, 0]);
    expect(tokens[0]!.data.token).not.toBe(tokens[1]!.data.token);
  });

  it('the signed path ends with a slash: a signature without it fails', async () => {
    const { key, secret } = target.integrator;
    const headers = signed('GET', '/api/grant/token', { key, secret });
    const answer = await target.integrator.signedGet('/api/grant/token', { uid: target.uid }, headers);
    expect(answer.code).not.toBe(0);
    expect(answer.msg).not.toBe('');
  });

  it('the grant path may be requested with and without its trailing slash', async () => {
    const headers = target.integrator.signature('GET', '/api/grant/token');
    expect(await target.integrator.signedGet('/api/grant/token/', { uid: target.uid }, headers)).toMatchObject({
      code: 0,
    });
  });

  it('x-timestamp is the value of the signed string: another one fails', async () => {
    const headers = target.integrator.signature('GET', '/api/grant/token');
    const later = { ...headers, 'x-timestamp': String(Number(headers['x-timestamp']) + 1) };
    expect((await target.integrator.signedGet('/api/grant/token', { uid: target.uid }, later)).code).not.toBe(0);
  });

  it('a signature is made with the secret key: another one fails', async () => {
    const headers = signed('GET', '/api/grant/token/', { key: target.integrator.key, secret: 'not-the-secret' });
    expect((await target.integrator.signedGet('/api/grant/token', { uid: target.uid }, headers)).code).not.toBe(0);
  });

  it('a signature is for one path: that of the code grant fails at the token grant', async () => {
    const headers = target.integrator.signature('GET', '/api/grant/code');
    expect((await target.integrator.signedGet('/api/grant/token', { uid: target.uid }, headers)).code).not.toBe(0);
  });

  it('the general signing rule applies to the user-count POST request', async () => {
    const answer = await target.integrator.signedForm('/api/statistic/user/task', { uid: target.uid, channel: '' });
    expect(answer).toMatchObject({ code: 0 });
    const wrong = target.integrator.signature('GET', '/api/statistic/user/task');
    const refused = await target.integrator.signedForm('/api/statistic/user/task', { uid: target.uid }, wrong);
    expect(refused.code).not.toBe(0);
  });

  it('the user count answers uid and count of the requested uid, serialised as a string', async () => {
    const { data } = await target.integrator.signedForm('/api/statistic/user/task', { uid: target.uid, channel: '' });
    expect(typeof data).toBe('string');
    expect(JSON.parse(data)).toEqual([{ uid: target.uid, count: expect.any(Number) }]);
  });

  it.each([
    ['/api/design/list', 'x-api-key'],
    ['/api/design/list', 'x-token'],
    ['/api/ai/chat/senior/option', 'x-token'],
    ['/api/template_component/suit/select', 'x-token'],
  ])('every endpoint requires authentication: %s fails without %s', async (path, name) => {
    const user = await target.integrator.user(target.uid);
    const { [name]: _, ...headers } = user.headers;
    const answer = await fetch(`${target.integrator.url}${path}`, { headers });
    const refused = !answer.ok || ((await answer.json()) as { code: number }).code !== 0;
    expect(refused).toBe(true);
  });

  it('header set A is of one integrator and user chain: another channel or key fails', async () => {
    const user = await target.integrator.user(target.uid, 'one-channel');
    expect(await user.get('/api/design/list')).toMatchObject({ code: 0 });
    for (const changed of [{ 'x-channel': 'another-channel' }, { 'x-api-key': 'another-key' }]) {
      Object.assign(user.headers, changed);
      const answer = await user.get('/api/design/list');
      expect([changed, answer.code === 0]).toEqual([changed, false]);
    }
  });

  it('x-channel may carry an empty value', async () => {
    const user = await target.integrator.user(target.uid, '');
    expect(await user.get('/api/design/list')).toMatchObject({ code: 0 });
  });

  it('a code is not a token', async () => {
    const user = await target.integrator.user(target.uid);
    user.headers['x-token'] = (await grant('code')).data.code;
    expect((await user.get('/api/design/list')).code).not.toBe(0);
  });

  it('a failure has a code that is not 0 and a msg with the reason', async () => {
    const user = await target.integrator.user(target.uid);
    const answer = await user.get('/api/design/info', { user_design_id: 999_999_999 });
    expect(answer.code).not.toBe(0);
    expect(answer.msg.length).toBeGreaterThan(3);
  });
});
