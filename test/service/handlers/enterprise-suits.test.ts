import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

const LIST = '/api/template_component/enterprise/suit/list';

describe('enterprise suits', () => {
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

  it('are used with template_type 2, and never taken for system suits', async () => {
    const [{ id }] = (await session.get(LIST)).data.list;
    const system = (await session.get('/api/template_component/suit/search', { page_size: 100 })).data.list;
    expect(system.map((suit: { id: number }) => suit.id)).not.toContain(id);
    const design = await save({ template_id: id, template_type: 2 });
    expect(design.code).toBe(0);
    const { list } = (await session.get('/api/design/list')).data;
    expect(await (await fetch(list[0].canvas_url)).json()).toMatchObject({ suit: { id } });
    expect(await save({ template_id: id, template_type: 1 })).toMatchObject({ code: 30001 });
    expect(await save({ template_id: system[0].id, template_type: 2 })).toMatchObject({ code: 30001 });
  });

  it('are refused while they are off', async () => {
    const off = await startTestService({ runJobs: false });
    const user = await Session.open(off.url, 'company');
    expect(await user.get(LIST)).toMatchObject({ status: 200, code: 10307, data: [] });
    await off.close();
  });
});
