import { startTestService, type TestService } from '../running-service';
import { Session, textOf } from '../session';

describe('the alternative provider', () => {
  let service: TestService;
  let session: Session;
  beforeAll(async () => {
    // Paced as in production: calls other than streams must be quick all the same.
    service = await startTestService({ timing: { contentFragmentMs: 50 } });
    session = await Session.open(service.url, 'alternative');
  });
  afterAll(() => service.close());

  it('streams an outline of its own, and answers its content as one envelope in a code fence', async () => {
    const { data: task } = await session.createTask('City bicycles');
    const usual = textOf(await session.stream('/api/ai/chat/outline', task.id));
    const outline = textOf(await session.stream('/api/ai/chat/wx/outline', task.id));
    expect(outline).toMatch(/^```markdown\n# City bicycles\n/);
    expect(outline).not.toBe(usual);

    const started = Date.now();
    const response = await session.fetch('/api/ai/chat/wx/content', { task_id: task.id });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const answer = (await response.json()) as { code: number; data: string };
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(answer.code).toBe(0);
    expect(answer.data).toMatch(/^```markdown\n# City bicycles\n[\s\S]*\n```\n$/);
    const headings = (text: string) => text.match(/^#{2,4} .*$/gm);
    expect(headings(answer.data)).toEqual(expect.arrayContaining(headings(outline) ?? []));
    expect(answer.data.length).toBeGreaterThan(outline.length);
    // A paid result is read again, by any kind of request.
    expect(textOf(await session.stream('/api/ai/chat/content', task.id))).toBe(answer.data);
    expect(await session.form('/api/design/v2/save', { task_id: task.id })).toMatchObject({ code: 0 });
  });

  it('shows no notes of its own to anybody, and keeps what they say', async () => {
    const { data: task } = await session.createTask('City bicycles at night');
    const shown = [textOf(await session.stream('/api/ai/chat/wx/outline', task.id))];
    const ending = (await session.form('/api/generate/data', { task_id: task.id })).data.children.at(-1).value;
    shown.push((await session.get('/api/ai/chat/wx/content', { task_id: task.id })).data);
    shown.push(textOf(await session.stream('/api/ai/chat/content', task.id)));
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    shown.push((await session.content(ticket)).data.content);
    await session.form('/api/design/v2/save', { task_id: task.id });
    const { list } = (await session.get('/api/design/list')).data;
    shown.push(((await (await fetch(list[0].ai_data)).json()) as { content: string }).content);
    for (const text of shown) {
      expect(text).toMatch(/^```markdown\n# City bicycles at night\n[\s\S]*[^\n]\n```\n$/);
      expect(text).not.toMatch(/<!--|-->/);
    }
    expect((await session.form('/api/generate/data', { task_id: task.id })).data.children.at(-1).value).toBe(ending);
  });

  it('writes its own outline when the content step comes first', async () => {
    const { data: task } = await session.createTask('Rain gardens');
    expect((await session.get('/api/ai/chat/wx/content', { task_id: task.id })).data).toMatch(/^```markdown\n# Rain/);
    expect((await session.form('/api/generate/data', { task_id: task.id })).data.value).toBe('Rain gardens');
  });

  it.each(['/api/ai/chat/wx/outline', '/api/ai/chat/wx/content'])('%s takes tasks from a title only', async (path) => {
    const created = await session.multipart('/api/ai/chat/v2/task', {
      type: 7,
      content: '# Deck\n\n## One\n\n### Page\n\n#### Point\n\nText.\n',
    });
    expect(await session.get(path, { task_id: created.data.id })).toMatchObject({
      status: 200,
      code: 40000,
      data: [],
      msg: expect.stringMatching(/is of type 7: the alternative provider accepts tasks from a title \(type 1\) only/),
    });
  });
});
