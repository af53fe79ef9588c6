import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

describe('pro layout', () => {
  let service: TestService;
  let session: Session;
  let task: number;
  beforeAll(async () => {
    service = await startTestService();
    session = await Session.open(service.url, 'layout');
    task = await session.writtenTask('Night trains');
  });
  afterAll(() => service.close());

  const added = (text_id: unknown, by = session) => by.json('/api/ai/pro/layout/add', { text_id });
  const save = (fields: Record<string, string | number>, by = session) =>
    by.form('/api/design/v2/save', { task_id: task, ...fields });

  it('is usable at once, and stays with the design', async () => {
    const layout = await added(task);
    expect(layout).toMatchObject({ code: 0, data: { id: expect.any(Number) } });
    const design = await save({ layout_type: 2, layout_task_id: layout.data.id });
    expect(design.code).toBe(0);
    expect(await session.form('/api/generate/ppt-tree', { design_id: design.data.id })).toMatchObject({
      status: 200,
      code: 40000,
      msg: expect.stringMatching(/pro layout/),
    });
    const key = (await session.form('/api/download/export/file', { id: design.data.id, format: 'ppt' })).data;
    expect(await session.exported(key)).toMatchObject({ code: 0, data: [expect.stringContaining('.pptx')] });
  });

  it('is chosen by the pro-layout task alone as well, and not when the standard layout is requested', async () => {
    const { data: layout } = await added(String(task));
    const pro = (await save({ layout_task_id: layout.id })).data.id;
    const standard = (await save({ layout_type: 1, layout_task_id: layout.id })).data.id;
    expect((await session.form('/api/generate/ppt-tree', { design_id: pro })).code).toBe(40000);
    expect((await session.form('/api/generate/ppt-tree', { design_id: standard })).code).toBe(0);
  });

  it('takes a task of its own user, with outline and content', async () => {
    const stranger = await Session.open(service.url, 'layout-stranger');
    expect(await added(task, stranger)).toMatchObject({ status: 200, code: 12102 });
    const empty = (await session.createTask('Nothing yet')).data.id;
    expect(await added(empty)).toMatchObject({ code: 40000, msg: expect.stringMatching(/no outline yet/) });
    await session.stream('/api/ai/chat/outline', empty);
    expect(await added(empty)).toMatchObject({ code: 40000, msg: expect.stringMatching(/no content yet/) });
    expect(await added('x')).toMatchObject({ code: 40000, msg: expect.stringMatching(/^text_id must be an id/) });
    expect(await added(undefined)).toMatchObject({ code: 40000, msg: 'text_id is missing' });
  });

  it('refuses a pro-layout task that is missing, unknown, of another task or of another user', async () => {
    const other = await session.writtenTask('Day trains');
    const stranger = await Session.open(service.url, 'layout-other');
    const foreign = await stranger.writtenTask('Foreign trains');
    const [ofOther, ofStranger] = [(await added(other)).data.id, (await added(foreign, stranger)).data.id];
    const before = (await session.get('/api/design/list')).data.pagination.total;
    expect(await save({ layout_type: 2 })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/^layout_task_id is missing/),
    });
    expect(await save({ layout_type: 2, layout_task_id: 999999 })).toMatchObject({ code: 12102 });
    expect(await save({ layout_type: 2, layout_task_id: ofStranger })).toMatchObject({ code: 12102 });
    expect(await save({ layout_type: 2, layout_task_id: ofOther })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/belongs to another task/),
    });
    expect(await save({ layout_type: 9 })).toMatchObject({
      code: 40000,
      msg: 'layout_type must be 1 (standard) or 2 (pro)',
    });
    expect((await session.get('/api/design/list')).data.pagination.total).toBe(before);
  });
});
