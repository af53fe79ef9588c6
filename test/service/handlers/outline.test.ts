import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session, textOf } from '../session';

describe('an outline that a person edits', () => {
  const service = serviceForTests();
  const session = madeBefore(() => Session.open(service.url, 'editor'));

  const tree = async (task: number) => (await session.form('/api/generate/data', { task_id: task })).data;
  const save = (task: number, content: string) =>
    session.form('/api/ai/chat/v2/outline/save', { task_id: task, content });
  const outlined = async () => {
    const { data } = await session.createTask('Bridges of the world');
    await session.stream('/api/ai/chat/outline', data.id);
    return data.id as number;
  };
  const contentOf = async (task: number) => textOf(await session.stream('/api/ai/chat/content', task));

  it('is saved as the tree that was read, and answers 3', async () => {
    const task = await outlined();
    const root = await tree(task);
    root.children[1].value = 'A chapter of my own';
    expect(await save(task, JSON.stringify(root))).toMatchObject({ code: 0, data: 3 });
    expect((await tree(task)).children[1].value).toBe('A chapter of my own');
    expect(await contentOf(task)).toContain('## A chapter of my own');
  });

  it('is saved as Markdown, with and without a code fence', async () => {
    const task = await outlined();
    for (const [open, close] of [
      ['', ''],
      ['```markdown\n', '\n```'],
    ]) {
      const title = `Bridges ${open ? 'fenced' : 'plain'}`;
      expect(await save(task, `${open}# ${title}\n\n## One\n\n### Page\n\n#### Point${close}`)).toMatchObject({
        code: 0,
        data: 3,
      });
      expect(await tree(task)).toMatchObject({ value: title });
    }
  });

  it('changes nothing when it equals the current text: the same content, the same ticket', async () => {
    const task = await outlined();
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    await session.content(ticket);
    await save(task, JSON.stringify(await tree(task)));
    expect((await session.get('/api/ai/chat/v2/content', { task_id: task })).data).toBe(ticket);
  });

  it('keeps the text of unchanged points and gets text for new ones', async () => {
    const task = await outlined();
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### Roman bridges\n\n#### Medieval bridges\n');
    const before = await contentOf(task);
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### Roman bridges\n\n#### Bridges of my town\n');
    const after = await contentOf(task);
    const paragraph = (text: string, point: string) => new RegExp(`#### ${point}\\n\\n([^#]+)`).exec(text)?.[1]?.trim();
    expect(paragraph(before, 'Roman bridges')).toBeTruthy();
    expect(paragraph(after, 'Roman bridges')).toBe(paragraph(before, 'Roman bridges'));
    expect(paragraph(after, 'Bridges of my town')).toBeTruthy();
    expect(after).not.toContain('Medieval');
  });

  it('takes text that the person has written as content', async () => {
    const task = await outlined();
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### Roman bridges\n\nWritten by hand.\n');
    expect(await contentOf(task)).toContain('Written by hand.');
  });

  it('has the text of its new points when a design is saved', async () => {
    const task = await session.writtenTask('Bridges of the world');
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### A new point\n');
    // Nothing of the old content is left: all of it is new.
    expect(await session.form('/api/design/v2/save', { task_id: task })).toMatchObject({ code: 0 });
    expect(await contentOf(task)).toMatch(/#### A new point\n\n\S/);
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### A new point\n\n#### And another\n');
    const design = await session.form('/api/design/v2/save', { task_id: task, name: 'Mine' });
    expect(design).toMatchObject({ code: 0, data: { name: 'Mine' } });
    const { list } = (await session.get('/api/design/list')).data;
    const data = await (await fetch(list[0].ai_data)).json();
    expect((data as { content: string }).content).toMatch(/#### And another\n\n\S/);
  });

  it('that was replaced completely, as a tree or as Markdown, still makes a design and a pro layout', async () => {
    const task = await session.writtenTask('Bridges of the world');
    const root = await tree(task);
    root.children = [
      {
        type: 'chapter',
        value: 'Steel',
        children: [{ type: 'page', value: 'Cables', children: [{ type: 'text', value: 'Spans', children: [] }] }],
      },
    ];
    for (const edit of [JSON.stringify(root), '# Bridges\n\n## Wood\n\n### Beams\n\n#### Short spans\n']) {
      expect(await save(task, edit)).toMatchObject({ code: 0, data: 3 });
      expect(await session.json('/api/ai/pro/layout/add', { text_id: task })).toMatchObject({ code: 0 });
      const { data, code } = await session.form('/api/design/v2/save', { task_id: task });
      expect(code).toBe(0);
      const words = JSON.stringify((await session.form('/api/generate/ppt-tree', { design_id: data.id })).data);
      expect(words).toMatch(/"type":"text","value":"(?:Short s|S)pans"/);
    }
  });

  it('has no content before the content step, however often it is edited', async () => {
    const task = await outlined();
    await save(task, '# Bridges\n\n## Stone\n\n### Arches\n\n#### A new point\n');
    expect(await session.form('/api/design/v2/save', { task_id: task })).toMatchObject({
      code: 40000,
      msg: expect.stringContaining('no content yet'),
    });
  });

  it('as Markdown without a title keeps the one that it had, and without any heading is refused', async () => {
    const task = await outlined();
    await save(task, '# Bridges of my town\n\n## Stone\n');
    expect(await save(task, '## Steel\n\n### Cables\n')).toMatchObject({ code: 0, data: 3 });
    expect(await tree(task)).toMatchObject({ value: 'Bridges of my town' });
    expect(await save(task, 'Just words.')).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/^content cannot be used: line 1: the outline has no heading/),
    });
  });

  it('keeps its ending and the heading of its catalogue through Markdown, which does not show them', async () => {
    const task = await session.writtenTask('Bridges of the world');
    const root = await tree(task);
    root.children[0].value = 'On the way';
    root.children.at(-1).value = 'Mind the gap';
    root.children[1].type = 'timeline';
    await save(task, JSON.stringify(root));
    const shown = await contentOf(task);
    expect(shown).not.toMatch(/<!--|Mind the gap/);
    expect(await save(task, shown.replace('# Bridges of the world', '# Bridges'))).toMatchObject({ code: 0 });
    const again = await tree(task);
    expect([again.value, again.children[0].value, again.children.at(-1).value, again.children[1].type]).toEqual([
      'Bridges',
      'On the way',
      'Mind the gap',
      'timeline',
    ]);
  });

  it('gets another ticket, and the ticket before keeps its content', async () => {
    const task = await outlined();
    const first = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    expect((await session.get('/api/ai/chat/v2/content', { task_id: task })).data).toBe(first);
    const content = await session.content(first);
    await save(task, '# Bridges\n\n## Steel\n\n### Cables\n\n#### Long spans\n');
    const second = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    expect(second).not.toBe(first);
    expect((await session.content(second)).data.content).toContain('#### Long spans');
    expect((await session.content(first)).data).toEqual(content.data);
  });

  it('needs no outline call before the content: one is made', async () => {
    const { data } = await session.createTask('Bridges of the world');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: data.id })).data;
    expect((await session.content(ticket)).data.status).toBe(2);
    expect(await tree(data.id)).toMatchObject({ type: 'title', depth: 1 });
    expect((await session.get('/api/ai/chat/v2/content', { task_id: data.id })).data).toBe(ticket);
  });

  it('is refused as the tree of another task, whole or in part, and stays as it was', async () => {
    const [task, other] = [await outlined(), await outlined()];
    const [own, foreign] = [await tree(task), await tree(other)];
    const mixed = { ...own, children: [...own.children.slice(0, 2), foreign.children[2]] };
    for (const content of [foreign, mixed]) {
      const answer = await save(task, JSON.stringify(content));
      expect(answer).toMatchObject({ status: 200, code: 40000 });
      expect(answer.msg).toBe(
        `content has nodes of the tree of task ${other}: it must belong to the same task as task_id ${task}`,
      );
      expect(await tree(task)).toEqual(own);
    }
  });

  it('has new nodes with any id, or none', async () => {
    const task = await outlined();
    const root = await tree(task);
    const ids = [undefined, null, 0, -1, 7, '12', 'new', 9_007_199_254_740_991, 1e300, Date.now()];
    root.children[1].children.push(...ids.map((id) => ({ id, type: 'page', value: `Page ${id}` })));
    expect(await save(task, JSON.stringify(root))).toMatchObject({ code: 0, data: 3 });
    const saved = (await tree(task)).children[1].children.map(({ value }: { value: string }) => value);
    expect(saved).toEqual(expect.arrayContaining(ids.map((id) => `Page ${id}`)));
  });

  it.each<[string, string, RegExp]>([
    ['a tree cut short', '{"type":"title","value":"x","children":[', /content is neither a JSON tree nor Markdown/],
    [
      'an invalid node',
      '{"type":"title","value":"x","children":[{"type":"chapter","value":"c","children":[7]}]}',
      /children\[0\]\.children\[0\]: must be an object/,
    ],
    [
      'a node without value',
      '{"type":"title","value":"x","children":[{"type":"chapter"}]}',
      /node \$\.children\[0\]: 'value' must be text/,
    ],
    ['a tree without root', '[]', /content cannot be used/],
    ['a Markdown text without title', 'just words', /content cannot be used/],
  ])('is refused as %s, and says where', async (_, content, sentence) => {
    const task = await outlined();
    const before = await tree(task);
    const answer = await save(task, content);
    expect(answer).toMatchObject({ status: 200, code: 40000 });
    expect(answer.msg).toMatch(sentence);
    expect(await tree(task)).toEqual(before);
  });

  it('does not exist before it is generated', async () => {
    const { data } = await session.createTask('Bridges of the world');
    expect(await session.form('/api/generate/data', { task_id: data.id })).toMatchObject({
      code: 40000,
      msg: expect.stringContaining('no outline yet'),
    });
    expect(await session.form('/api/design/v2/save', { task_id: data.id })).toMatchObject({ code: 40000 });
  });
});
