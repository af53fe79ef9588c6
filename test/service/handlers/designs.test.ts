import { unzipSync } from 'fflate';
import { startTestService, type TestService } from '../running-service';
import { reply, Session, signed } from '../session';
import { describeStores } from '../stores';

describeStores('designs', (store) => {
  let service: TestService;
  let session: Session;
  let task: number;
  beforeAll(async () => {
    service = await startTestService({ store });
    session = await Session.open(service.url, 'designer');
    task = await session.writtenTask('Night markets');
  });
  afterAll(() => service.close());

  const save = async (fields: Record<string, string | number> = {}) =>
    session.form('/api/design/v2/save', { task_id: task, ...fields });
  const saved = async (name: string): Promise<number> => (await save({ name })).data.id;
  const list = async (query: Record<string, string | number> = {}) =>
    (await session.get('/api/design/list', query)).data;
  const trash = async () => (await session.get('/api/design/del/list')).data;
  const names = (page: { list: { name: string }[] }) => page.list.map((design) => design.name);

  it('are listed with every field, the newest first', async () => {
    const id = await saved('Fields');
    const item = (await list()).list[0];
    expect(item).toEqual({
      id,
      user_id: expect.any(Number),
      name: 'Fields',
      cover_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/files\//),
      size: '960x540',
      canvas_url: expect.stringContaining('canvas.json'),
      ai_data: expect.stringContaining('data.json'),
      storage_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      delete_time: '',
      auto_delete_time: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await (await fetch(item.canvas_url)).json()).toMatchObject({
      name: 'Fields',
      width: 960,
      tree: { type: 'title' },
    });
    expect((await session.get('/api/design/info', { user_design_id: id })).data).toMatchObject({
      id,
      task_id: task,
      version: 1,
    });
  });

  it('have a tree of their pages', async () => {
    const id = await saved('Tree');
    const { data } = await session.form('/api/generate/ppt-tree', { design_id: id });
    expect(data[0]).toMatchObject({ type: 'title', pageType: 1 });
    expect(data[1]).toMatchObject({
      type: 'title',
      pageType: 2,
      children: expect.arrayContaining([{ type: 'text', value: expect.any(String), children: [] }]),
    });
    expect(data.at(-1)).toMatchObject({ type: 'title', pageType: 5 });
    const page = data.find((node: { pageType: number }) => node.pageType === 4);
    expect(page.children[0]).toMatchObject({ type: 'text', value: expect.stringMatching(/\S/) });
  });

  it('come in pages, in the order asked', async () => {
    const user = await Session.open(service.url, 'pages');
    const own = await user.writtenTask('Night markets');
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push((await user.form('/api/design/v2/save', { task_id: own, name })).data.id);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await user.form('/api/design/save/name', { user_design_id: ids[0]!, name: 'one again' });
    const page = async (query: Record<string, number>) => (await user.get('/api/design/list', query)).data;
    expect(names(await page({ order: 1 }))).toEqual(['three', 'two', 'one again']);
    expect(names(await page({ order: 2 }))).toEqual(['one again', 'three', 'two']);
    expect(await page({ page: 2, page_size: 2 })).toMatchObject({
      pagination: { total: 3, current_page: 2, page_size: 2 },
      list: [{ name: 'one again' }],
    });
    expect(await page({ page: 9 })).toMatchObject({ pagination: { total: 3 }, list: [] });
  });

  it.each([
    [{ page: 0 }, /page must be 1 or more/],
    [{ page: -1 }, /page must be 1 or more/],
    [{ page_size: 101 }, /page_size must be 1 to 100/],
    [{ page_size: 0 }, /page_size must be 1 to 100/],
    [{ order: 3 }, /order must be 1 .* or 2/],
    [{ page: 'x' }, /page must be a whole number/],
  ])('refuse %j', async (query, sentence) => {
    const answer = await session.get('/api/design/list', query as Record<string, string | number>);
    expect(answer).toMatchObject({ status: 200, code: 40000 });
    expect(answer.msg).toMatch(sentence);
  });

  it('live as the specification says: normal, deleted, back, deleted, gone', async () => {
    const id = await saved('Life');
    const form = (path: string) => session.form(`/api/design/${path}`, { user_design_id: id });
    expect(await form('revert')).toMatchObject({ code: 12102 });
    expect(await form('clear')).toMatchObject({ code: 12102 });
    expect(await form('delete')).toMatchObject({ code: 0, data: [] });
    expect(names(await list())).not.toContain('Life');
    const deleted = (await trash()).list[0];
    expect(deleted).toMatchObject({ id, auto_delete_time: 30, delete_time: expect.stringMatching(/^\d{4}-/) });
    expect(await form('delete')).toMatchObject({ code: 12102 });
    expect(await session.get('/api/design/info', { user_design_id: id })).toMatchObject({ code: 12102 });
    expect(await form('revert')).toMatchObject({ code: 0, data: [] });
    expect(names(await list())).toContain('Life');
    await form('delete');
    expect(await form('clear')).toMatchObject({ code: 0, data: [] });
    expect((await trash()).list).toEqual([]);
    expect(await form('revert')).toMatchObject({ code: 12102 });
    expect((await fetch(deleted.cover_url)).status).toBe(404);
  });

  it('take a template only when id and type are there', async () => {
    const templates = (await session.get('/api/template_component/suit/search')).data;
    const first = templates.list[0].id;
    expect(await save({ template_id: first, template_type: 1 })).toMatchObject({ code: 0 });
    expect(await save({ template_id: 999999 })).toMatchObject({ code: 0 });
    expect(await save({ template_type: 1 })).toMatchObject({ code: 0 });
    expect(await save({ template_id: first, template_type: 2 })).toMatchObject({ code: 10307 });
    expect(await save({ template_id: first, template_type: 3 })).toMatchObject({ code: 40000 });
    expect(await save({ name: 'x'.repeat(201) })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/^name has 201/),
    });
  });

  it('have an existing template in place of one that the list does not have, the same every time', async () => {
    const suitOf = async (template_id: number) => {
      expect(await save({ template_id, template_type: 1 })).toMatchObject({ code: 0 });
      return (await (await fetch((await list()).list[0].canvas_url)).json()).suit.id;
    };
    const found = [await suitOf(1128), await suitOf(1129), await suitOf(1128)];
    expect(found).toEqual([found[0], expect.any(Number), found[0]]);
    expect(found[1]).not.toBe(found[0]);
  });

  it('are refused with such a template if the settings say so', async () => {
    const strict = await startTestService({ runJobs: false, server: { substituteSuits: false } });
    try {
      const user = await Session.open(strict.url, 'designer');
      const task_id = await user.writtenTask('Life');
      const answer = await user.form('/api/design/v2/save', { task_id, template_id: 1128, template_type: 1 });
      expect(answer).toMatchObject({ status: 200, code: 30001, msg: expect.stringContaining('1128') });
    } finally {
      await strict.close();
    }
  });

  it('are found by what the filters offer', async () => {
    const filters = (await session.get('/api/template_component/suit/select')).data;
    expect(filters.colour[0]).toEqual({
      id: expect.any(Number),
      name: expect.any(String),
      en_name: expect.any(String),
      code: expect.stringMatching(/^#[0-9A-F]{6}$/i),
    });
    const search = async (query: Record<string, string | number>) =>
      (await session.get('/api/template_component/suit/search', query)).data;
    const all = await search({ page_size: 100 });
    let byColour = 0;
    for (const { id } of filters.colour) byColour += (await search({ colour_id: id })).pagination.total;
    expect(byColour).toBe(all.pagination.total);
    const id = all.list[0].id;
    expect((await search({ suit_ids: `${id},999999` })).list).toEqual([
      { id, cover_img: expect.stringMatching(/^\/\//) },
    ]);
    const cover = await fetch(`http:${all.list[0].cover_img}`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('get a template for every combination that the filters offer, and for ids that none has', async () => {
    const search = async (query: Record<string, string | number>) =>
      (await session.get('/api/template_component/suit/search', query)).data;
    const { colour, suit_style, suit_scene } = (await session.get('/api/template_component/suit/select')).data;
    const all = (await search({ page_size: 100 })).list;
    for (const { id: colour_id } of colour)
      for (const { id: style_id } of suit_style) {
        const scene_id = suit_scene[(colour_id * style_id) % suit_scene.length].id;
        const { list, pagination } = await search({ colour_id, style_id, scene_id });
        expect([colour_id, style_id, list.length]).not.toEqual([colour_id, style_id, 0]);
        expect(pagination).toEqual({ total: list.length, current_page: 1, page_size: 20 });
      }
    expect((await search({ colour_id: 999, style_id: 999, scene_id: 999, page_size: 100 })).list).toEqual(all);
    const two = { colour_id: 1, page_size: 1 };
    const total = (await search({ colour_id: 1 })).list.length;
    expect(total).toBeGreaterThan(1);
    const pages = [
      await search({ ...two, page: 1 }),
      await search({ ...two, page: 2 }),
      await search({ ...two, page: 9 }),
    ];
    expect(pages.map((page) => [page.pagination.total, page.list.length])).toEqual([
      [total, 1],
      [total, 1],
      [total, 0],
    ]);
  });

  it('are exported in every format, by any of its names', async () => {
    const id = await saved('夜市 "2026"');
    const started = async (format: string, more: Record<string, boolean> = {}) =>
      session.exported((await session.form('/api/download/export/file', { id, format, ...more })).data);
    for (const [format, pattern] of [
      ['PPTX', /\.pptx\?/],
      ['pdf', /\.pdf\?/],
    ] as const) {
      const { data } = await started(format);
      expect(data).toHaveLength(1);
      expect(data[0]).toMatch(pattern);
    }
    const pages = await started('png');
    expect(pages.data.length).toBeGreaterThan(3);
    const zip = await started('jpg', { files_to_zip: true });
    expect(zip.data).toHaveLength(1);
    expect(
      Buffer.from(await (await fetch(zip.data[0])).arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(await session.form('/api/download/export/file', { id, format: 'docx' })).toMatchObject({
      code: 40000,
      msg: 'format "docx" is unknown; use one of ppt, pdf, png, jpeg',
    });
  });

  it('are exported with images for pages when no one may edit them', async () => {
    const id = await saved('Pictures');
    const exported = async (edit: boolean) => {
      const key = (await session.form('/api/download/export/file', { id, format: 'ppt', edit })).data;
      const { data } = await session.exported(key);
      const parts = unzipSync(new Uint8Array(await (await fetch(data[0])).arrayBuffer()));
      const slide = Buffer.from(parts['ppt/slides/slide1.xml']!).toString();
      return {
        covered: /<p:pic>[\s\S]*<a:ext cx="12192000" cy="6858000"\/>/.test(slide),
        pictures: Object.keys(parts).filter((name) => /media\/.*png$/.test(name)).length,
      };
    };
    expect((await exported(true)).covered).toBe(false);
    const fixed = await exported(false);
    expect(fixed.covered).toBe(true);
    expect(fixed.pictures).toBeGreaterThan(3);
    expect(await session.form('/api/download/export/file', { id, format: 'ppt', edit: 'perhaps' })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/^edit/),
    });
  });

  it('say that an export runs, with the words that clients compare', async () => {
    const slow = await startTestService({ runJobs: false });
    const user = await Session.open(slow.url, 'slow');
    const own = await user.writtenTask('Night markets');
    const { data } = await user.form('/api/design/v2/save', { task_id: own });
    const key = (await user.form('/api/download/export/file', { id: data.id, format: 'ppt' })).data;
    expect(await user.form('/api/download/export/file/result', { task_key: key })).toMatchObject({
      status: 200,
      code: 0,
      data: [],
      msg: '导出中',
    });
    expect(await user.form('/api/download/export/file/result', { task_key: 'nobody' })).toMatchObject({ code: 20001 });
    await slow.close();
  });

  it('count outlines per user, as text', async () => {
    const body = new URLSearchParams([
      ['uid', 'designer'],
      ['uid', 'unknown-user'],
    ]);
    const answer = await reply(
      await fetch(`${service.url}/api/statistic/user/task`, {
        method: 'POST',
        headers: signed('POST', '/api/statistic/user/task/'),
        body,
      }),
    );
    expect(answer).toMatchObject({ code: 0, data: '[{"uid":"designer","count":1},{"uid":"unknown-user","count":0}]' });
  });
});
