import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

const LIST = '/api/template_component/enterprise/suit/list';

describe('enterprise templates', () => {
  let service: TestService;
  let session: Session;
  let task: number;
  beforeAll(async () => {
    service = await startTestService({ server: { enterpriseSuits: true } });
    session = await Session.open(service.url, 'company');
    task = await session.writtenTask('Company day');
  });
  afterAll(() => service.close());

  const save = (fields: Record<string, number>) => session.form('/api/design/v2/save', { task_id: task, ...fields });

  it('are listed in pages, with covers that can be fetched', async () => {
    const { data } = await session.get(LIST);
    expect(data.pagination).toEqual({ total: data.list.length, current_page: 1, page_size: 20 });
    expect(data.list[0]).toEqual({ id: expect.any(Number), cover_img: expect.stringMatching(/^\/\/127\.0\.0\.1:/) });
    const cover = await fetch(`http:${data.list[0].cover_img}`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await session.get(LIST, { page: 2 })).data.list).toEqual([]);
    expect(await session.get(LIST, { page_size: 0 })).toMatchObject({ status: 200, code: 40000 });
  });

  it('are used with template_type 2, and never taken for system templates', async () => {
    const [{ id }] = (await session.get(LIST)).data.list;
    const system = (await session.get('/api/template_component/suit/search', { page_size: 100 })).data.list;
    expect(system.map((template: { id: number }) => template.id)).not.toContain(id);
    const design = await save({ template_id: id, template_type: 2 });
    expect(design.code).toBe(0);
    const { list } = (await session.get('/api/design/list')).data;
    expect(await (await fetch(list[0].canvas_url)).json()).toMatchObject({ suit: { id } });
    expect(await save({ template_id: id, template_type: 1 })).toMatchObject({ code: 30001 });
    expect(await save({ template_id: system[0].id, template_type: 2 })).toMatchObject({ code: 30001 });
  });
});

describe('an account without enterprise templates', () => {
  const second = { key: 'second-key', secret: 'second-secret' };
  const env = { SECOND_SECRET: second.secret };
  const accounts = [{ apiKey: second.key, secretKey: { env: 'SECOND_SECRET' } }];
  const refused = { status: 200, code: 10307, data: [] };

  it.each<[string, unknown, boolean, boolean]>([
    ['none', false, false, false],
    ['an empty list', [], false, false],
    ['one of the two', ['second-key'], false, true],
    ['the demo account', ['demo-access-key'], true, false],
    ['all', true, true, true],
  ])('is refused their list and their use: offered to %s', async (_, enterpriseSuits, demo, other) => {
    const service = await startTestService({ runJobs: false, env, server: { accounts, enterpriseSuits } });
    try {
      const sessions = [
        [demo, await Session.open(service.url, 'company')],
        [other, await Session.open(service.url, 'company', '', second)],
      ] as const;
      for (const [offered, user] of sessions) {
        const list = await user.get(LIST);
        expect(list).toMatchObject(offered ? { code: 0 } : refused);
        const task_id = await user.writtenTask('Company day');
        const template_id = offered ? list.data.list[0].id : 1;
        const saved = await user.form('/api/design/v2/save', { task_id, template_id, template_type: 2 });
        expect(saved).toMatchObject(offered ? { code: 0 } : refused);
        // Refused, not saved with another template.
        expect((await user.get('/api/design/list')).data.pagination.total).toBe(offered ? 1 : 0);
      }
    } finally {
      await service.close();
    }
  });
});
