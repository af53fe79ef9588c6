import { wordDocument } from '../service/hostile/word-document';
import type { Json } from '../service/session';
import { type User, unfenced, until } from './integrator';
import { creates, openTarget, type Target } from './target';

const CHAT = '/api/ai/chat';

describe('task, outline and content', () => {
  let target: Target;
  let user: User;
  beforeAll(async () => {
    target = await openTarget();
    user = await target.integrator.user(target.uid);
  });
  afterAll(() => target.close());

  it('a task that does not exist is refused with an envelope instead of a stream', async () => {
    const answer = await user.get(`${CHAT}/outline`, { task_id: 999_999_999 });
    expect(answer.code).not.toBe(0);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('a ticket that does not exist is refused', async () => {
    expect((await user.get(`${CHAT}/v2/content/check`, { ticket: 'nobody' })).code).not.toBe(0);
  });

  if (!creates) return;

  const created = (title = 'Bridges of the world') => user.data(user.multipart(`${CHAT}/v2/task`, { title, type: 1 }));
  const outlined = async () => {
    const { id } = await created();
    await user.text(`${CHAT}/outline`, id);
    return id as number;
  };
  const tree = (task_id: number): Promise<Json> => user.data(user.form('/api/generate/data', { task_id }));
  const nodesOf = (node: Json): Json[] => [node, ...node.children.flatMap(nodesOf)];

  it('a task has id, title as submitted, type 1, api_key and an ISO 8601 created_at with a UTC offset', async () => {
    expect(await created('Tea & “cakes”: 茶')).toEqual({
      id: expect.any(Number),
      title: 'Tea & “cakes”: 茶',
      type: 1,
      api_key: target.integrator.key,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/),
    });
  });

  it('the outline is an event stream of message events with content, ended by close with api-close', async () => {
    const { type, events } = await user.stream(`${CHAT}/outline`, (await created()).id);
    expect(type).toMatch(/^text\/event-stream/);
    expect(events.pop()).toEqual({ event: 'close', data: 'api-close' });
    expect(events.length).toBeGreaterThan(1);
    for (const { event, data } of events)
      expect([event, JSON.parse(data)]).toEqual(['message', { content: expect.any(String) }]);
  });

  it('the fragments make up Markdown in a code fence', async () => {
    const text = await user.text(`${CHAT}/outline`, (await created()).id);
    expect(text).toMatch(/^```/);
    expect(unfenced(text)).toMatch(/^# .+/);
  });

  it('the content stream has outline plus content for the same task as the outline step', async () => {
    const { id } = await created();
    const outline = unfenced(await user.text(`${CHAT}/outline`, id));
    const content = unfenced(await user.text(`${CHAT}/content`, id));
    expect(content.length).toBeGreaterThan(outline.length);
    const headings = (text: string) => text.match(/^#{1,3} .+$/gm);
    expect(headings(content)).toEqual(headings(outline));
  });

  it('an outline is counted for its user', async () => {
    const count = async () => {
      const { data } = await target.integrator.signedForm('/api/statistic/user/task', { uid: target.uid, channel: '' });
      return JSON.parse(data)[0].count as number;
    };
    const before = await count();
    await outlined();
    expect(await count()).toBe(before + 1);
  });

  it('the v2 content endpoint answers a ticket; its check answers status 2 with the full content', async () => {
    const ticket = await user.data(user.get(`${CHAT}/v2/content`, { task_id: await outlined() }));
    expect(typeof ticket).toBe('string');
    const checked = await until(
      target.pollMs,
      () => user.data(user.get(`${CHAT}/v2/content/check`, { ticket })),
      ({ status }) => status === 2,
    );
    expect(checked).toEqual({ status: 2, content: expect.any(String) });
    expect(unfenced(checked.content)).toMatch(/^# .+/);
  });

  it('the outline tree has one root, depth 1 and parentId 0, and every child names its parent', async () => {
    const root = await tree(await outlined());
    expect(root).toMatchObject({ parentId: 0, depth: 1, sort: 0, type: 'title' });
    for (const node of nodesOf(root)) {
      expect(node).toMatchObject({
        id: expect.any(Number),
        direction: expect.any(Number),
        value: expect.any(String),
        type: expect.any(String),
      });
      for (const [sort, child] of node.children.entries()) {
        expect(child).toMatchObject({ parentId: node.id, depth: node.depth + 1, sort });
      }
    }
  });

  it('lastLevel is on leaf nodes', async () => {
    for (const node of nodesOf(await tree(await outlined()))) {
      if ('lastLevel' in node) expect([node.lastLevel, node.children]).toEqual([true, []]);
      else expect(node.children.length).toBeGreaterThan(0);
    }
  });

  it('an edited tree is saved as JSON text, answers an integer, and the content follows it', async () => {
    const task = await outlined();
    const root = await tree(task);
    // The contents page and the ending are slides of every deck, not part of its text.
    const chapterOf = (deck: Json) => deck.children.find(({ type }: Json) => type !== 'catalog' && type !== 'ending');
    chapterOf(root).value = 'A chapter of our own';
    const saved = await user.data(
      user.form(`${CHAT}/v2/outline/save`, { task_id: task, content: JSON.stringify(root) }),
    );
    expect(saved).toBe(3);
    expect(chapterOf(await tree(task)).value).toBe('A chapter of our own');
    expect(await user.text(`${CHAT}/content`, task)).toContain('A chapter of our own');
  });

  it('a Markdown outline is saved with and without type', async () => {
    const task = await outlined();
    for (const more of [{}, { type: 1 }]) {
      const content = `# Saved ${Object.keys(more).length}\n\n## One\n\n### Page\n\n#### Point\n`;
      expect(await user.data(user.form(`${CHAT}/v2/outline/save`, { task_id: task, content, ...more }))).toBe(3);
      expect((await tree(task)).value).toBe(`Saved ${Object.keys(more).length}`);
    }
  });

  it('what is neither a tree nor Markdown is refused, and the outline stays', async () => {
    const task = await outlined();
    const before = await tree(task);
    for (const content of ['{"id":', '[]', '{"value":5}']) {
      const answer = await user.form(`${CHAT}/v2/outline/save`, { task_id: task, content });
      expect([content, answer.code === 0]).toEqual([content, false]);
    }
    expect(await tree(task)).toEqual(before);
  });

  it('the alternative provider streams the outline and answers the content as one envelope with a code fence', async () => {
    const { id } = await created();
    const outline = unfenced(await user.text(`${CHAT}/wx/outline`, id));
    const { code, data } = await user.get(`${CHAT}/wx/content`, { task_id: id });
    expect([code, data.slice(0, 3)]).toEqual([0, '```']);
    expect(unfenced(data).length).toBeGreaterThan(outline.length);
  });

  const imported = async () => {
    const file = new File([new Uint8Array(wordDocument())], 'tea.docx');
    return (await user.data(user.multipart(`${CHAT}/v2/task`, { title: 'Tea', type: 3, file }))).id as number;
  };

  it('the word endpoint streams outline plus content from the imported document', async () => {
    const text = unfenced(await user.text(`${CHAT}/v2/word`, await imported()));
    expect(text).toMatch(/^# .+/);
    expect(text).toContain('Routes');
    expect(text).toContain('Caravans carried pressed tea');
  });

  it('the alternative provider does not support document import', async () => {
    const task_id = await imported();
    for (const path of ['outline', 'content']) {
      const answer = await user.get(`${CHAT}/wx/${path}`, { task_id });
      expect([path, answer.code === 0, answer.msg !== '']).toEqual([path, false, true]);
    }
  });

  it('pro layout takes a JSON body with text_id and answers an object with id', async () => {
    const task = await outlined();
    await user.text(`${CHAT}/content`, task);
    expect(await user.data(user.json('/api/ai/pro/layout/add', { text_id: task }))).toEqual({
      id: expect.any(Number),
    });
  });
});
