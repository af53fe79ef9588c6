import type { TestService } from '../running-service';
import { grantToken, Session, signed } from '../session';
import { addFault, administer, journal, startAdministeredService } from './administration';

let service: TestService;
beforeAll(async () => {
  service = await startAdministeredService({ admin: { journal: 20 } });
});
afterAll(() => service.close());
afterEach(async () => {
  await administer(service, 'POST', '/clock', { reset: true });
  await administer(service, 'DELETE', '/faults');
});

const move = (request: object) => administer(service, 'POST', '/clock', request);

describe('the clock', () => {
  it('moved ahead lets tokens expire, and a new one can be granted', async () => {
    const session = await Session.open(service.url, 'ada');
    expect((await session.createTask('Tides')).code).toBe(0);
    expect((await move({ advance: '2 days' })).data).toMatchObject({ offsetMs: 172_800_000, signatures: false });
    expect((await session.createTask('Tides')).code).toBe(0);
    await move({ advance: '2 days' });
    expect((await session.createTask('Tides')).code).toBe(43101);
    const renewed = await Session.open(service.url, 'ada');
    expect((await renewed.createTask('Tides')).code).toBe(0);
  });

  it('lets links and the trash expire', async () => {
    const session = await Session.open(service.url, 'bob');
    const task = await session.writtenTask('Tides');
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data;
    expect((await fetch(design.cover_url)).status).toBe(200);
    await move({ offset: '25h' });
    expect((await fetch(design.cover_url)).status).toBe(410);
    await session.form('/api/design/delete', { user_design_id: design.id });
    expect((await session.get('/api/design/del/list')).data.pagination.total).toBe(1);
    await move({ offset: '40 days' });
    const later = await Session.open(service.url, 'bob');
    expect((await later.get('/api/design/del/list')).data.pagination.total).toBe(0);
  });

  it('judges signatures too when asked for: the clocks are apart, and the message says by how much', async () => {
    await move({ offset: '-1h', signatures: true });
    const { code, msg } = await grantToken(service.url, 'ada');
    expect(code).toBe(43102);
    expect(msg).toMatch(/3[56]\d\d s ahead/);
    await move({ reset: true });
    expect((await grantToken(service.url, 'ada')).code).toBe(0);
  });
});

describe('the journal', () => {
  it('has every request with its IDs and its fault, and continues where the reader stopped', async () => {
    const session = await Session.open(service.url, 'carol');
    const { last } = await journal(service);
    const { data } = await session.createTask('Tides');
    const rule = await addFault(service, { effect: { type: 'code', code: 40007, httpStatus: 402 } });
    await session.stream('/api/ai/chat/outline', data.id);
    await administer(service, 'DELETE', '/faults');
    await session.stream('/api/ai/chat/outline', data.id);
    expect((await journal(service, last)).entries).toEqual([
      expect.objectContaining({ endpoint: 'createTask', uid: 'carol', status: 200, code: 0, fault: null }),
      expect.objectContaining({ endpoint: 'streamOutline', uid: 'carol', status: 402, code: 40007, fault: rule.id }),
      expect.objectContaining({ endpoint: 'streamOutline', uid: 'carol', code: 0, ids: { task_id: data.id } }),
    ]);
  });

  it('keeps the last ones only, and none of itself', async () => {
    const { last } = await journal(service);
    for (let call = 0; call < 30; call += 1) await fetch(`${service.url}/healthz`);
    const { entries, last: now } = await journal(service);
    expect(now - last).toBe(30);
    expect(entries.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, at) => now - 19 + at),
    );
  });

  it('holds no credential, ticket, text or name from a request', async () => {
    const { data } = await grantToken(service.url, 'dave');
    const session = await Session.open(service.url, 'dave');
    const task = await session.writtenTask('Canary title');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    await session.content(ticket);
    const design = (await session.form('/api/design/v2/save', { task_id: task, name: 'Canary name' })).data;
    const key = (await session.form('/api/download/export/file', { id: design.id, format: 'pdf' })).data;
    const [link] = (await session.exported(key)).data;
    await fetch(link);
    const headers = signed('GET', '/api/grant/code/');
    await fetch(`${service.url}/api/grant/code/?uid=dave`, { headers });
    const { entries } = await journal(service);
    expect(entries.some(({ endpoint }: { endpoint: string }) => endpoint === 'file')).toBe(true);
    const text = JSON.stringify(entries);
    const signature = new URL(link).searchParams.get('signature');
    for (const secret of [data.token, session.headers['x-token'], headers['x-signature'], ticket, key, signature]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
    for (const word of ['Canary', 'demo-access-key', 'demo-secret-key']) expect(text).not.toContain(word);
  });
});
