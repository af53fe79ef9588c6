import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session, textOf } from '../session';

const WORD = '/api/ai/chat/v2/word';
const TEXT = `Bees in the city

They live on roofs, and feed on what grows within three kilometres.

1. Balconies
2. Parks

Their honey is sold at the market. In 2026, a family of beekeepers filled 96 jars.`;

describe('a task from a free text', () => {
  const service = serviceForTests();
  const session = madeBefore(() => Session.open(service.url, 'writer'));

  const create = (fields: Record<string, string | number>) =>
    session.multipart('/api/ai/chat/v2/task', { type: 11, ...fields });
  const design = async (task_id: number) => (await session.form('/api/design/v2/save', { task_id })).data;

  it('is streamed by the word endpoint and becomes a design, in the order of a desktop client', async () => {
    const task = await create({ title: '', content: TEXT });
    expect(task).toMatchObject({ code: 0, data: { type: 11, title: 'Bees in the city' } });
    const markdown = textOf(await session.stream(WORD, task.data.id));
    expect(markdown).toMatch(/^```markdown\n# Bees in the city\n/);
    for (const words of ['three kilometres', 'Balconies', 'Parks', '96 jars']) expect(markdown).toContain(words);
    expect(textOf(await session.stream(WORD, task.data.id))).toBe(markdown);
    expect(await design(task.data.id)).toMatchObject({ name: 'Bees in the city' });
  });

  it('has outline, content and tree like an imported document', async () => {
    const { data: task } = await create({ content: TEXT });
    const outline = textOf(await session.stream('/api/ai/chat/outline', task.id));
    expect(outline).toContain('# Bees in the city');
    const content = textOf(await session.stream('/api/ai/chat/content', task.id));
    expect(content).toContain('96 jars');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    expect((await session.content(ticket)).data).toEqual({ status: 2, content });
    expect((await session.form('/api/generate/data', { task_id: task.id })).data.value).toBe('Bees in the city');
    expect(await session.get('/api/ai/chat/wx/content', { task_id: task.id })).toMatchObject({ code: 40000 });
  });

  it('keeps the structure of Markdown, with or without a title', async () => {
    const content = '## Roofs\n\n### Life\n\n#### Hives\n\nThey hum.\n';
    const { data: task } = await create({ title: 'Bees', content });
    expect(textOf(await session.stream(WORD, task.id))).toContain(`# Bees\n\n${content}`);
    expect((await create({ content: `# Bees\n\n${content}` })).data.title).toBe('Bees');
  });

  it('is expanded or polished like a document', async () => {
    const { data: task } = await create({ content: TEXT, sub_type: 2 });
    expect(textOf(await session.stream(WORD, task.id))).toContain('Balconies');
    expect(await create({ content: TEXT, sub_type: 9 })).toMatchObject({ code: 40000 });
  });

  it.each([
    [{}, /^content is missing or empty/],
    [{ content: ' \n ' }, /^content is missing or empty/],
    [{ content: 'line\n'.repeat(50_001) }, /^content cannot be used: the text is larger than 2 MB or 50000 lines/],
    [{ content: 'A line.\n'.repeat(3_000) }, /^content cannot be used: the document has 3\d+ headings, paragraphs/],
    [{ content: TEXT, title: 'x'.repeat(201) }, /^title has 201/],
  ])('is refused with the reason', async (fields, sentence) => {
    const answer = await create(fields as Record<string, string>);
    expect(answer).toMatchObject({ status: answer.msg.includes('MB') ? 413 : 200, code: 40000, data: [] });
    expect(answer.msg).toMatch(sentence);
  });
});
