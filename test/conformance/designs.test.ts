import { inflateRawSync } from 'node:zlib';
import type { Json } from '../service/session';
import { type User, until } from './integrator';
import { creates, openTarget, type Target } from './target';

const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('designs and exports', () => {
  let target: Target;
  let user: User;
  let task: number;
  beforeAll(async () => {
    target = await openTarget();
    user = await target.integrator.user(target.uid);
    if (!creates) return;
    task = (await user.data(user.multipart('/api/ai/chat/v2/task', { title: 'Tea', type: 1 }))).id;
    await user.text('/api/ai/chat/outline', task);
    await user.text('/api/ai/chat/content', task);
  });
  afterAll(() => target.close());

  it.each([
    ['/api/design/save/name', 'user_design_id'],
    ['/api/design/delete', 'user_design_id'],
    ['/api/design/revert', 'user_design_id'],
    ['/api/design/clear', 'user_design_id'],
    ['/api/generate/ppt-tree', 'design_id'],
  ])('%s refuses a design that does not exist', async (path, field) => {
    const answer = await user.form(path, { [field]: 999_999_999, name: 'x' });
    expect([answer.code === 0, answer.msg !== '']).toEqual([false, true]);
  });

  if (!creates) return;

  const save = (more: Record<string, string | number> = {}): Promise<Json> =>
    user.data(user.form('/api/design/v2/save', { task_id: task, name: 'Our deck', ...more }));
  const listed = async (path: string, id: number): Promise<Json> =>
    (await user.data(user.get(path, { page: 1, page_size: 100 }))).list.find((one: Json) => one.id === id);
  const act = (verb: string, id: number) => user.form(`/api/design/${verb}`, { user_design_id: id });

  it('design save answers id, name, cover_url and size as <width>x<height>', async () => {
    expect(await save()).toEqual({
      id: expect.any(Number),
      name: 'Our deck',
      cover_url: expect.stringMatching(/^https?:/),
      size: expect.stringMatching(/^\d+x\d+$/),
    });
  });

  it('a template takes effect when template_id and template_type are both sent; one alone is not an error', async () => {
    const { list } = await user.data(user.get('/api/template_component/suit/search', { page_size: 2 }));
    expect(await save({ template_id: list[0].id, template_type: 1 })).toMatchObject({ name: 'Our deck' });
    expect(await save({ template_id: list[0].id })).toMatchObject({ name: 'Our deck' });
    const unknown = { task_id: task, template_id: 999_999, template_type: 1 };
    expect((await user.form('/api/design/v2/save', unknown)).code).not.toBe(0);
  });

  it('a design in the list has every field, no delete_time and auto_delete_time 0', async () => {
    const { id } = await save();
    const url = expect.stringMatching(/^https?:/);
    const time = expect.stringMatching(DATE_TIME);
    expect(await listed('/api/design/list', id)).toEqual({
      id,
      user_id: expect.any(Number),
      name: 'Our deck',
      cover_url: url,
      size: expect.stringMatching(/^\d+x\d+$/),
      canvas_url: url,
      ai_data: url,
      storage_time: time,
      delete_time: '',
      auto_delete_time: 0,
      created_at: time,
      updated_at: time,
    });
  });

  it('cover_url, canvas_url and ai_data are files', async () => {
    const design = await listed('/api/design/list', (await save()).id);
    for (const field of ['cover_url', 'canvas_url', 'ai_data']) {
      const response = await fetch(design[field]);
      expect([field, response.status, (await response.arrayBuffer()).byteLength > 50]).toEqual([field, 200, true]);
    }
  });

  it('the detail has id, name, cover_url, task_id, created_at, storage_time and version', async () => {
    const { id } = await save();
    expect(await user.data(user.get('/api/design/info', { user_design_id: id }))).toEqual({
      id,
      name: 'Our deck',
      cover_url: expect.stringMatching(/^https?:/),
      task_id: task,
      created_at: expect.stringMatching(DATE_TIME),
      storage_time: expect.stringMatching(DATE_TIME),
      version: expect.any(Number),
    });
  });

  it('rename answers an object with the name, and the design bears it', async () => {
    const { id } = await save();
    expect(await user.data(user.form('/api/design/save/name', { name: '新的名字', user_design_id: id }))).toEqual({
      name: '新的名字',
    });
    expect(await listed('/api/design/list', id)).toMatchObject({ name: '新的名字' });
  });

  it('delete moves a design from the list to the trash, with delete_time and a positive auto_delete_time', async () => {
    const { id } = await save();
    expect(await act('delete', id)).toMatchObject({ code: 0, data: [] });
    expect(await listed('/api/design/list', id)).toBeUndefined();
    const deleted = await listed('/api/design/del/list', id);
    expect(deleted.delete_time).toMatch(DATE_TIME);
    expect(deleted.auto_delete_time).toBeGreaterThan(0);
  });

  it('revert moves it back; clear removes it permanently', async () => {
    const { id } = await save();
    await act('delete', id);
    expect(await act('revert', id)).toMatchObject({ code: 0, data: [] });
    expect(await listed('/api/design/list', id)).toMatchObject({ delete_time: '', auto_delete_time: 0 });
    await act('delete', id);
    expect(await act('clear', id)).toMatchObject({ code: 0, data: [] });
    expect([await listed('/api/design/list', id), await listed('/api/design/del/list', id)]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await act('revert', id)).code).not.toBe(0);
  });

  it('only deleted designs are reverted and cleared', async () => {
    const { id } = await save();
    expect([(await act('revert', id)).code === 0, (await act('clear', id)).code === 0]).toEqual([false, false]);
    expect(await listed('/api/design/list', id)).toMatchObject({ id });
  });

  it('a design belongs to its user: another user of the integrator does not reach it', async () => {
    const { id } = await save();
    const other = await target.integrator.user(`${target.uid}-b`);
    for (const verb of ['delete', 'save/name']) {
      const answer = await other.form(`/api/design/${verb}`, { user_design_id: id, name: 'x' });
      expect([verb, answer.code === 0]).toEqual([verb, false]);
    }
    expect(await listed('/api/design/list', id)).toMatchObject({ name: 'Our deck' });
  });

  it('the tree of a design is an array of nodes with pageType on page-level nodes', async () => {
    const pages = await user.data(user.form('/api/generate/ppt-tree', { design_id: (await save()).id }));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      expect(page).toMatchObject({ type: expect.any(String), value: expect.any(String), pageType: expect.any(Number) });
      expect(Array.isArray(page.children)).toBe(true);
    }
  });

  it('the tree is not supported for a pro-layout design', async () => {
    const { id } = await user.data(user.json('/api/ai/pro/layout/add', { text_id: task }));
    const design = await save({ layout_type: 2, layout_task_id: id });
    expect((await user.form('/api/generate/ppt-tree', { design_id: design.id })).code).not.toBe(0);
  });

  it('an export answers an identifier that is neither a design id nor an address; its result answers links', async () => {
    const { id } = await save();
    const key = await user.data(
      user.form('/api/download/export/file', { id, format: 'ppt', edit: 'true', files_to_zip: 'false' }),
    );
    expect(key).toMatch(/^[^/:]+$/);
    expect(key).not.toBe(String(id));
    const links: string[] = await until(
      target.pollMs,
      () => user.data(user.form('/api/download/export/file/result', { task_key: key })),
      (found) => found.length > 0,
    );
    for (const link of links) expect(link).toMatch(/^https?:\/\//);
    const file = Buffer.from(await (await fetch(links[0]!)).arrayBuffer());
    expect(firstEntry(file)).toMatch(/<(\?xml|Types)/);
  });

  it('an export task that does not exist is refused', async () => {
    const answer = await user.form('/api/download/export/file/result', { task_key: 'nobody' });
    expect([answer.code === 0, answer.msg !== '']).toEqual([false, true]);
  });
});

/** Text of the first file of a zip; a presentation starts with its list of content types. */
function firstEntry(zip: Buffer): string {
  const method = zip.readUInt16LE(8);
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const rest = zip.subarray(start);
  return (method === 8 ? inflateRawSync(rest) : rest).toString('utf8').slice(0, 200);
}
