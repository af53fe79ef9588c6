import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session, textOf } from '../session';
import { describeStores } from '../stores';

describeStores('the title flow, called as the specification describes it', (store) => {
  const service = serviceForTests({ store });
  const session = madeBefore(() => Session.open(service.url, 'flow-user'));

  it('ends in a file, from a title', async () => {
    const task = await session.createTask('Renewable energy in cities');
    expect(task).toMatchObject({
      code: 0,
      data: { title: 'Renewable energy in cities', type: 1, api_key: 'demo-access-key' },
    });
    expect(task.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);

    const outline = textOf(await session.stream('/api/ai/chat/outline', task.data.id));
    expect(outline).toMatch(/^```/);
    const tree = await session.form('/api/generate/data', { task_id: task.data.id });
    expect(tree).toMatchObject({ code: 0, data: { parentId: 0, depth: 1, type: 'title' } });

    const ticket = await session.get('/api/ai/chat/v2/content', { task_id: task.data.id });
    expect(ticket.data).toMatch(/^[A-Za-z0-9_-]+$/);
    const content = await session.content(ticket.data);
    expect(content.data.status).toBe(2);
    expect(content.data.content.length).toBeGreaterThan(outline.length);

    const templates = await session.get('/api/template_component/suit/search', { page: 1, page_size: 1 });
    expect(templates.data.list[0].cover_img).toMatch(/^\/\/127\.0\.0\.1:\d+\//);
    const design = await session.form('/api/design/v2/save', {
      task_id: task.data.id,
      template_id: templates.data.list[0].id,
      template_type: 1,
    });
    expect(design).toMatchObject({ code: 0, data: { name: tree.data.value, size: '960x540' } });
    const cover = await fetch(design.data.cover_url);
    expect(cover.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await cover.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');

    const key = await session.form('/api/download/export/file', {
      id: design.data.id,
      format: 'ppt',
      edit: true,
      files_to_zip: false,
    });
    const result = await session.exported(key.data);
    expect(result).toMatchObject({ code: 0, msg: '导出成功' });
    const file = await fetch(result.data[0]);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.pptx"; filename\*=UTF-8''/);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });
});
