import { docx, heading, paragraph, run, title } from '../../import/docx';
import { madeBefore } from '../../setup/made-before';
import { serviceForTests, startTestService, type TestService } from '../running-service';
import { type Json, Session, textOf } from '../session';

const TASK = '/api/ai/chat/v2/task';
const DOCUMENT = docx(
  title('Tea'),
  heading(1, 'Leaves'),
  heading(2, 'Green'),
  paragraph(run('Green tea is not fermented.')),
);

/** What clients rely on: their timeout for calls other than streams is five seconds. */
describe('where generation and exports never end', () => {
  const AN_HOUR = 3_600_000;
  let service: TestService;
  let session: Session;
  beforeAll(async () => {
    const timing = { outlineFragmentMs: AN_HOUR, contentFragmentMs: AN_HOUR, exportMs: AN_HOUR };
    service = await startTestService({ runJobs: false, timing });
    session = await Session.open(service.url, 'prompt');
  });
  afterAll(() => service.close());

  const ok = async (reply: Promise<{ code: number; msg: string; data: Json }>): Promise<Json> => {
    const { code, msg, data } = await reply;
    expect([code, msg === '' ? msg : 'a message']).toEqual([0, 'a message']);
    return data;
  };

  it('every call that is not a stream answers at once', async () => {
    const written = await ok(
      session.multipart(TASK, { type: 7, content: '# Tea\n\n## Leaves\n\n### Green\n\n#### One\n' }),
    );
    const titled = await ok(session.createTask('The history of tea'));
    const imported = await ok(
      session.multipart(TASK, { type: 3, file: new File([Buffer.from(DOCUMENT)], 'tea.docx') }),
    );
    // One envelope with outline and content: neither is paced.
    expect(await ok(session.get('/api/ai/chat/wx/content', { task_id: titled.id }))).toMatch(
      /^```markdown\n# The history/,
    );
    const ticket = await ok(session.get('/api/ai/chat/v2/content', { task_id: written.id }));
    expect(await ok(session.get('/api/ai/chat/v2/content/check', { ticket }))).toEqual({ status: 1, content: '' });
    // An edit has added a point: its text is made with the design.
    const tree = await ok(session.form('/api/generate/data', { task_id: titled.id }));
    tree.children[1].children[0].children.push({ type: 'text', value: 'One point more', children: [] });
    expect(
      await ok(session.form('/api/ai/chat/v2/outline/save', { task_id: titled.id, content: JSON.stringify(tree) })),
    ).toBe(3);
    const design = await ok(session.form('/api/design/v2/save', { task_id: titled.id }));
    const key = await ok(session.form('/api/download/export/file', { id: design.id, format: 'ppt' }));
    expect(key).toMatch(/^[A-Za-z0-9_-]+$/);
    const result = await session.form('/api/download/export/file/result', { task_key: key });
    expect(result).toMatchObject({ code: 0, data: [], msg: '导出中' });
    // Streams of text that is there already do not wait either.
    for (const path of ['/api/ai/chat/v2/word', '/api/ai/chat/content', '/api/ai/chat/outline'])
      expect(textOf(await session.stream(path, imported.id))).toMatch(/^```markdown\n# Tea\n/);
  });
});

describe('in the realistic profile', () => {
  const service = serviceForTests({ server: { timing: { profile: 'realistic' } } });
  const session = madeBefore(() => Session.open(service.url, 'realistic'));

  it('a document of 118 KB that is kept streams long before a client gives up', async () => {
    const words = 'The harbour had more ships than in any year before, and each of them was unloaded in time. '.repeat(
      10,
    );
    const chapters = Array.from({ length: 32 }, (_, chapter) => [
      heading(1, `Chapter ${chapter + 1}`),
      ...Array.from({ length: 4 }, (_, at) => [
        heading(2, `Section ${chapter + 1}.${at + 1}`),
        paragraph(run(words)),
      ]).flat(),
    ]).flat();
    const file = new File([Buffer.from(docx(title('Harbour report'), ...chapters))], 'report.docx');
    const { data } = await session.multipart(TASK, { type: 3, file });
    const started = Date.now();
    const text = textOf(await session.stream('/api/ai/chat/v2/word', data.id));
    expect(text.length).toBeGreaterThan(115_000);
    // Fragment by fragment it would be more than a quarter of an hour.
    expect(Date.now() - started).toBeLessThan(300_000);
  });
});

describe('a document or a text', () => {
  const service = serviceForTests({ runJobs: false });
  const session = madeBefore(() => Session.open(service.url, 'parts'));

  it.each([
    [
      'as application/octet-stream',
      new File([Buffer.from(DOCUMENT)], 'tea.docx', { type: 'application/octet-stream' }),
    ],
    ['without a type', new File([Buffer.from(DOCUMENT)], 'tea.docx')],
    ['as a part without a name of its own', new Blob([Buffer.from(DOCUMENT)])],
  ])('is taken %s, and without a title', async (_, file) => {
    const task = await session.multipart(TASK, { type: '3', file });
    expect(task).toMatchObject({ code: 0, data: { type: 3, title: 'Tea' } });
  });

  it('is accepted with an empty title, which counts as none', async () => {
    const task = await session.multipart(TASK, { type: 7, title: '', id: '', content: '# Tea\n\n## Leaves\n' });
    expect(task).toMatchObject({ code: 0, data: { type: 7, title: 'Tea' } });
  });
});
