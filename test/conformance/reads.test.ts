import type { User } from './integrator';
import { openTarget, type Target } from './target';

const pagination = { total: expect.any(Number), current_page: expect.any(Number), page_size: expect.any(Number) };

describe('what can be read', () => {
  let target: Target;
  let user: User;
  beforeAll(async () => {
    target = await openTarget();
    user = await target.integrator.user(target.uid);
  });
  afterAll(() => target.close());

  it('advanced options are five groups: page, group, scene, tone, language', async () => {
    const groups = await user.data(user.get('/api/ai/chat/senior/option'));
    expect(groups.map(({ key }: { key: string }) => key).sort()).toEqual([
      'group',
      'language',
      'page',
      'scene',
      'tone',
    ]);
    for (const group of groups) {
      expect(group).toMatchObject({ id: expect.any(Number), parent_id: 0, name: expect.any(String) });
      expect(group.children.length).toBeGreaterThan(0);
    }
  });

  it('a child option has its group for parent, an empty key and null for children; each group has one default', async () => {
    for (const group of await user.data(user.get('/api/ai/chat/senior/option'))) {
      for (const child of group.children) {
        expect(child).toMatchObject({ parent_id: group.id, key: '', children: null, is_beta: expect.any(Number) });
      }
      expect(group.children.filter(({ is_default }: { is_default: number }) => is_default === 1)).toHaveLength(1);
    }
  });

  it('is_c appears on the page group', async () => {
    const groups: { key: string }[] = await user.data(user.get('/api/ai/chat/senior/option'));
    expect(groups.filter((group) => 'is_c' in group).map(({ key }) => key)).toEqual(['page']);
  });

  it('template filters are colors in #RRGGBB form, styles and scenes', async () => {
    const { colour, suit_style, suit_scene } = await user.data(user.get('/api/template_component/suit/select'));
    for (const one of colour) {
      expect(one).toEqual({
        id: expect.any(Number),
        name: expect.any(String),
        en_name: expect.any(String),
        code: expect.stringMatching(/^#[0-9A-Fa-f]{6}$/),
      });
    }
    for (const one of [...suit_style, ...suit_scene])
      expect(one).toEqual({ id: expect.any(Number), title: expect.any(String) });
    expect([colour.length, suit_style.length, suit_scene.length].every((count) => count > 0)).toBe(true);
  });

  it('a template is an id and a protocol-relative cover_img', async () => {
    const { list } = await user.data(user.get('/api/template_component/suit/search', { page: 1, page_size: 3 }));
    expect(list.length).toBeGreaterThan(0);
    for (const template of list)
      expect(template).toEqual({ id: expect.any(Number), cover_img: expect.stringMatching(/^\/\/[^/]+\//) });
  });

  it('data contains a list and its pagination block; page and page_size are obeyed', async () => {
    const path = '/api/template_component/suit/search';
    const [first, second] = [
      await user.data(user.get(path, { page: 1, page_size: 1 })),
      await user.data(user.get(path, { page: 2, page_size: 1 })),
    ];
    expect(first.pagination).toEqual({ ...pagination, current_page: 1, page_size: 1 });
    expect(second.pagination).toEqual({ ...first.pagination, current_page: 2 });
    expect(first.list).toHaveLength(1);
    expect(second.list[0]?.id).not.toBe(first.list[0].id);
  });

  it('templates are searched by colour_id, style_id and suit_ids', async () => {
    const path = '/api/template_component/suit/search';
    const ids = async (query: Record<string, string | number>) =>
      (await user.data(user.get(path, { page_size: 100, ...query }))).list.map(({ id }: { id: number }) => id).sort();
    const all = await ids({});
    const { colour, suit_style } = await user.data(user.get('/api/template_component/suit/select'));
    for (const [field, options] of [
      ['colour_id', colour],
      ['style_id', suit_style],
    ] as const) {
      const found = await Promise.all(options.map(({ id }: { id: number }) => ids({ [field]: id })));
      // Every template has one color and one style, so the searches divide the whole.
      expect([field, found.flat().sort()]).toEqual([field, all]);
    }
    const two = all.slice(0, 2);
    expect(await ids({ suit_ids: two.join(',') })).toEqual(two);
  });

  it('enterprise templates are a list where configured, and a refusal with a reason where not', async () => {
    const answer = await user.get('/api/template_component/enterprise/suit/list');
    if (answer.code === 0) expect(answer.data).toMatchObject({ pagination, list: expect.any(Array) });
    else expect(answer.msg).not.toBe('');
    expect(Number.isInteger(answer.code)).toBe(true);
  });

  it('the design list and the trash list are pages of designs', async () => {
    for (const path of ['/api/design/list', '/api/design/del/list']) {
      const data = await user.data(user.get(path, { page: 1, page_size: 5 }));
      expect(data).toMatchObject({ pagination: { ...pagination, page_size: 5 }, list: expect.any(Array) });
    }
  });

  it('preset topics are a page of id and title; the detail adds source and Markdown content', async () => {
    const { list, pagination: block } = await user.data(
      user.get('/api/ai/chat/config/list', { page: 1, page_size: 2 }),
    );
    expect(block).toEqual({ ...pagination, current_page: 1, page_size: 2 });
    expect(list.length).toBeGreaterThan(0);
    for (const topic of list) {
      const detail = await user.data(user.get('/api/ai/chat/config/detail', { id: topic.id }));
      expect(topic).toEqual({ id: expect.any(Number), title: expect.any(String) });
      expect(detail).toEqual({
        ...topic,
        source: expect.any(Number),
        content: expect.stringMatching(/^(```\w*\n)?# /),
      });
    }
  });

  it('the paths that the specification mentions without a format have no page; an envelope reports that', async () => {
    const answer = await user.get('/api/ai/chat/v2/url');
    expect(answer.code).not.toBe(0);
    expect(answer.msg).not.toBe('');
  });
});
