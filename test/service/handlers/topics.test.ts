import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { type Json, Session } from '../session';

const LIST = '/api/ai/chat/config/list';
const DETAIL = '/api/ai/chat/config/detail';
const TASK = '/api/ai/chat/v2/task';

describe('preset topics', () => {
  const service = serviceForTests();
  const session = madeBefore(() => Session.open(service.url, 'topics'));

  it('come in pages, at least twenty of them', async () => {
    const { data } = await session.get(LIST);
    expect(data.pagination).toMatchObject({ current_page: 1, page_size: 20 });
    expect(data.pagination.total).toBeGreaterThanOrEqual(20);
    const pages: Json[] = [];
    for (let page = 1; pages.length < data.pagination.total; page += 1) {
      pages.push(...(await session.get(LIST, { page, page_size: 7 })).data.list);
    }
    expect(new Set(pages.map((topic) => topic.id)).size).toBe(data.pagination.total);
    for (const topic of pages) expect(topic).toEqual({ id: expect.any(Number), title: expect.stringMatching(/\S/) });
    expect((await session.get(LIST, { page: 1000 })).data.list).toEqual([]);
    expect(await session.get(LIST, { page_size: 101 })).toMatchObject({ status: 200, code: 40000 });
  });

  it('become a deck directly, in the words of their detail', async () => {
    const [topic] = (await session.get(LIST)).data.list;
    const detail = await session.get(DETAIL, { id: topic.id });
    expect(detail.data).toEqual({ ...topic, source: expect.any(Number), content: expect.stringMatching(/^# /) });
    const task = await session.multipart(TASK, { type: 8, id: topic.id });
    expect(task).toMatchObject({ code: 0, data: { type: 8, title: topic.title } });
    const design = await session.form('/api/design/v2/save', { task_id: task.data.id });
    expect(design).toMatchObject({ code: 0, data: { name: topic.title } });
    const { data } = await session.form('/api/generate/ppt-tree', { design_id: design.data.id });
    const point = /\n#### (.*)\n/.exec(detail.data.content)?.[1];
    expect(JSON.stringify(data)).toContain(point);
    // Complete already: the ticket is one of finished content.
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.data.id })).data;
    expect((await session.content(ticket)).data).toMatchObject({ status: 2, content: expect.stringContaining(point!) });
  });

  it('that do not exist are reported, in both places', async () => {
    expect(await session.get(DETAIL, { id: 999999 })).toMatchObject({ status: 200, code: 12102 });
    expect(await session.get(DETAIL)).toMatchObject({ code: 40000, msg: 'id is missing' });
    expect(await session.multipart(TASK, { type: 8, id: 999999 })).toMatchObject({ status: 200, code: 12102 });
    expect(await session.multipart(TASK, { type: 8 })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/^id is missing/),
    });
  });
});
