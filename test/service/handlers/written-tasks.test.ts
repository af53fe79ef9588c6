import { defaultServiceProfile } from '../../../src/contract/profile';
import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session, textOf } from '../session';
import { describeStores } from '../stores';

const MARKDOWN = `# Bees in the city

## Roofs

### Where they live

#### Hives

A hive on a roof feeds on what grows within three kilometres.

- Balconies
- Parks

## Honey

### What they give

| Year | Jars |
| --- | --- |
| 2026 | 96 |
`;

describeStores('a task from pasted Markdown', (store) => {
  const service = serviceForTests({ store });
  const session = madeBefore(() => Session.open(service.url, 'pasted'));

  const paste = (fields: Record<string, string | number>) =>
    session.multipart('/api/ai/chat/v2/task', { type: 7, ...fields });

  it('is saved as a design directly, in the words that were pasted', async () => {
    const task = await paste({ content: MARKDOWN });
    expect(task).toMatchObject({ code: 0, data: { type: 7, title: 'Bees in the city' } });
    const design = await session.form('/api/design/v2/save', { task_id: task.data.id });
    expect(design).toMatchObject({ code: 0, data: { name: 'Bees in the city' } });
    const { data } = await session.form('/api/generate/ppt-tree', { design_id: design.data.id });
    const words = JSON.stringify(data);
    for (const part of ['within three kilometres', 'Balconies', '2026 | 96']) expect(words).toContain(part);
    expect((await session.form('/api/generate/data', { task_id: task.data.id })).data.value).toBe('Bees in the city');
  });

  it('is its own content: nothing is added to points without text', async () => {
    const { data: task } = await paste({
      content: '# Bees\n\n## Roofs\n\n### Life\n\n#### Hives\n\nOur own words.\n\n#### Parks\n',
    });
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    const { data } = await session.content(ticket);
    expect(data.status).toBe(2);
    expect(data.content).toContain('Our own words.');
    expect(data.content).toMatch(/#### Parks\n+(?:```)?\s*$/);
    expect(textOf(await session.stream('/api/ai/chat/content', task.id))).toBe(data.content);
    expect(textOf(await session.stream('/api/ai/chat/outline', task.id))).toMatch(/#### Hives\n\n#### Parks/);
  });

  it('is edited with outline and content: text that is left out goes', async () => {
    const { data: task } = await paste({ content: MARKDOWN });
    const edited = MARKDOWN.replace('A hive on a roof feeds on what grows within three kilometres.\n\n', '').replace(
      '- Parks',
      '#### Parks\n\nGreen and quiet.',
    );
    expect(
      await session.form('/api/ai/chat/v2/outline/save', { task_id: task.id, content: edited, type: 7 }),
    ).toMatchObject({ code: 0, data: 3 });
    const { data: design } = await session.form('/api/design/v2/save', { task_id: task.id });
    const words = JSON.stringify((await session.form('/api/generate/ppt-tree', { design_id: design.id })).data);
    expect(words).toContain('Green and quiet.');
    expect(words).not.toContain('three kilometres');
  });

  it.each([
    [
      'with a title sent and no heading of the first level',
      { title: 'Bees', content: '## Roofs\n\n### Life\n\n#### Hives\n' },
    ],
    ['with marks without a space', { content: '#Bees\n##Roofs\n###Life\n####Hives\n' }],
    ['with underlined headings', { content: 'Bees\n====\n\nRoofs\n-----\n\n### Life\n\n#### Hives\n' }],
    ['with front matter', { content: '---\ntitle: Bees\nlayout: deck\n---\n\n## Roofs\n\n### Life\n\n#### Hives\n' }],
    ['in a code fence', { content: '```\n# Bees\n\n## Roofs\n\n### Life\n\n#### Hives\n```' }],
  ])('is taken %s', async (_, fields) => {
    const task = await paste(fields);
    expect(task).toMatchObject({ code: 0, data: { type: 7, title: 'Bees' } });
    const tree = (await session.form('/api/generate/data', { task_id: task.data.id })).data;
    expect([tree.value, tree.children[1].value, tree.children[1].children[0].value]).toEqual(['Bees', 'Roofs', 'Life']);
    expect(await session.form('/api/design/v2/save', { task_id: task.data.id })).toMatchObject({ code: 0 });
  });

  it('is taken with text above its first heading, and as plain text below a title', async () => {
    const above = await paste({ content: 'Bees live in cities.\n\n# Bees\n\n## Roofs\n' });
    expect(above).toMatchObject({ code: 0, data: { title: 'Bees' } });
    expect(JSON.stringify((await session.form('/api/generate/data', { task_id: above.data.id })).data)).toContain(
      'Bees live in cities.',
    );
    expect(await paste({ title: 'Bees', content: 'Bees live in cities.' })).toMatchObject({ code: 0 });
  });

  it.each([
    [{}, /^content is missing/],
    [{ content: '   ' }, /^content cannot be used/],
    [{ content: 'no heading at all' }, /^content cannot be used: .*title/],
    [{ content: '# Only a title' }, /^content cannot be used: the outline has no chapters/],
    [{ content: `# T\n\n## ${'x'.repeat(600)}\n` }, /^content cannot be used: line 3/],
    [{ content: MARKDOWN, title: 'x'.repeat(201) }, /^title has 201/],
  ])('refuses %j', async (fields, sentence) => {
    const answer = await paste(fields as Record<string, string>);
    expect(answer).toMatchObject({ status: 200, code: 40000 });
    expect(answer.msg).toMatch(sentence);
  });

  it.each([
    [5, 40008, /type 5 \(freemind\) is not enabled/],
    [2, 40000, /type 2 is not a task type/],
    [-1, 40000, /type -1 is not a task type/],
    ['x', 40000, /^type must be a whole number/],
    ['', 40000, /^type is missing/],
  ])('type %s gets its own code', async (type, code, sentence) => {
    const answer = await session.multipart('/api/ai/chat/v2/task', { type, title: 'T', content: MARKDOWN });
    expect(answer).toMatchObject({ status: 200, code });
    expect(answer.msg).toMatch(sentence);
  });

  const { taskTypes, enabledTaskTypes } = defaultServiceProfile;
  const others = Object.entries(taskTypes).filter(([kind]) => !enabledTaskTypes.some((enabled) => enabled === kind));

  it.each(others)('a listed type that is not enabled is refused by its name: %s', async (kind, type) => {
    const answer = await session.multipart('/api/ai/chat/v2/task', { type, title: 'T', content: MARKDOWN });
    expect(answer).toMatchObject({ status: 200, code: 40008, data: [] });
    expect(answer.msg).toContain(`type ${type} (${kind}) is not enabled`);
  });
});
