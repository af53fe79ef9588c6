import { cell, docx, heading, item, paragraph, row, run, table, title } from '../../import/docx';
import { madeBefore } from '../../setup/made-before';
import { serviceForTests, startTestService, type TestService } from '../running-service';
import { type Json, type Reply, Session, textOf } from '../session';

const TASK = '/api/ai/chat/v2/task';
const WORD = '/api/ai/chat/v2/word';
const text = (words: string) => paragraph(run(words));

/** A report as people write them: chapters, sections, a list, a table. */
const REPORT = docx(
  title('Harbour report'),
  heading(1, 'Traffic'),
  heading(2, 'Ships'),
  text('The number of ships rose to 412 this year, which is the highest since the new quay was opened.'),
  heading(2, 'Goods'),
  item('Timber came mostly from the north.'),
  item('Grain left on 96 ships.'),
  heading(1, 'Costs'),
  heading(2, 'Dredging'),
  table(row(cell('Year'), cell('Euro')), row(cell('2025'), cell('120,000')), row(cell('2026'), cell('98,000'))),
  heading(2, 'Open'),
);

describe('word import', () => {
  const service = serviceForTests();
  const session = madeBefore(() => Session.open(service.url, 'importer'));

  const upload = (bytes: Uint8Array, more: Record<string, string | number> = {}): Promise<Reply> =>
    session.multipart(TASK, { type: 3, file: new File([Buffer.from(bytes)], 'Harbour 2026.docx'), ...more });
  const imported = async (more: Record<string, string | number> = {}): Promise<number> =>
    (await upload(REPORT, more)).data.id;
  const word = async (task: number) => textOf(await session.stream(WORD, task));
  const tasks = async (): Promise<number> => (await session.createTask('Counting')).data.id;

  it('streams outline and content of the document in one stream, the same again and again', async () => {
    const task = await upload(REPORT);
    expect(task).toMatchObject({ code: 0, data: { type: 3, title: 'Harbour report' } });
    const markdown = await word(task.data.id);
    expect(markdown).toMatch(/^```markdown\n# Harbour report\n/);
    expect(markdown).toMatch(/\n## Traffic\n/);
    expect(markdown).toContain('412');
    expect(markdown).toMatch(/\| Year \| Euro \|/);
    expect(await word(task.data.id)).toBe(markdown);
    expect(textOf(await session.stream('/api/ai/chat/content', task.data.id))).toBe(markdown);
  });

  it('ends in a design without another step', async () => {
    const task = await imported();
    expect(await session.form('/api/design/v2/save', { task_id: task })).toMatchObject({
      code: 40000,
      msg: expect.stringMatching(/no outline yet: import it first with \/api\/ai\/chat\/v2\/word/),
    });
    await word(task);
    const design = await session.form('/api/design/v2/save', { task_id: task });
    expect(design).toMatchObject({ code: 0, data: { name: 'Harbour report' } });
    const { data } = await session.form('/api/generate/ppt-tree', { design_id: design.data.id });
    expect(JSON.stringify(data)).toContain('Grain left on 96 ships');
  });

  it('serves the other generation endpoints from the same document', async () => {
    const task = await imported();
    const outline = textOf(await session.stream('/api/ai/chat/outline', task));
    expect(outline).toContain('## Traffic');
    expect(outline).not.toContain('highest since');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    const { data } = await session.content(ticket);
    expect(data).toMatchObject({ status: 2, content: await word(task) });
    expect(await session.get('/api/ai/chat/wx/content', { task_id: task })).toMatchObject({ status: 200, code: 40000 });
  });

  it('expands what has no text only with a language model, because nothing else is known', async () => {
    const kept = await word(await imported({ sub_type: 1 }));
    expect(await word(await imported({ sub_type: '2' }))).toBe(kept);
    expect(kept).toContain('412');
    expect(await word(await imported({ sub_type: 3 }))).toContain('412');
  });

  it('keeps its words through an edit: the tree has them, and what is sent counts', async () => {
    const task = await imported();
    await word(task);
    const { data: tree } = await session.form('/api/generate/data', { task_id: task });
    expect(JSON.stringify(tree)).toContain('highest since');
    const save = (content: string) => session.form('/api/ai/chat/v2/outline/save', { task_id: task, content });
    const edited = JSON.stringify(tree).replace('highest since', 'greatest since');
    expect(await save(edited)).toMatchObject({ code: 0, data: 3 });
    expect(await word(task)).toContain('greatest since');
    // An outline alone renames, and does not cost the document its text.
    const outline = textOf(await session.stream('/api/ai/chat/outline', task));
    expect((await save(outline.replace('# Harbour report', '# Harbour'))).code).toBe(0);
    expect(await word(task)).toMatch(/# Harbour\n[\s\S]*greatest since/);
  });

  const bad: [string, (s: Session) => Promise<Reply>, RegExp][] = [
    ['no file', (s) => s.multipart(TASK, { type: 3 }), /^file is missing or empty/],
    ['an empty file', (s) => s.multipart(TASK, { type: 3, file: new File([], 'a.docx') }), /^file is missing or empty/],
    [
      'text instead of a document',
      (s) => s.multipart(TASK, { type: 3, file: new File(['hello'], 'a.docx') }),
      /not a \.docx/,
    ],
    [
      'a zip of something else',
      () => upload(Uint8Array.from(Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64'))),
      /^file cannot be used/,
    ],
    ['a document without text', () => upload(docx()), /^file cannot be used: .*no text/],
    ['half a document', () => upload(REPORT.slice(0, 900)), /^file cannot be used/],
    ['an unknown sub_type', () => upload(REPORT, { sub_type: 7 }), /^sub_type 7 is unknown; use 1 \(keep\)/],
    ['a title without end', () => upload(REPORT, { title: 'x'.repeat(201) }), /^title has 201 characters/],
  ];
  it.each(bad)('refuses %s, and stores nothing', async (_, call, sentence) => {
    const before = await tasks();
    const answer = await call(session);
    expect(answer).toMatchObject({ status: 200, code: 40000, data: [] });
    expect(answer.msg).toMatch(sentence);
    expect(await tasks()).toBe(before + 1);
  });

  it('is for imported documents alone', async () => {
    const { data }: { data: Json } = await session.createTask('From a title');
    expect(await session.get(WORD, { task_id: data.id })).toMatchObject({
      status: 200,
      code: 40000,
      msg: expect.stringMatching(/is of type 1: .* streams imported documents \(type 3\)/),
    });
  });
});

describe('word import where generation takes its time', () => {
  let service: TestService;
  let session: Session;
  beforeAll(async () => {
    // Each fragment that is paced would take an hour.
    service = await startTestService({ timing: { contentFragmentMs: 3_600_000 } });
    session = await Session.open(service.url, 'patient');
  });
  afterAll(() => service.close());

  const task = async (sub_type: number): Promise<number> => {
    const file = new File([Buffer.from(REPORT)], 'Harbour 2026.docx');
    return (await session.multipart(TASK, { type: 3, file, sub_type })).data.id;
  };

  it('does not hold back text that is only kept: as a stream, by ticket, again', async () => {
    const [streamed, byTicket] = [await task(1), await task(1)];
    const markdown = textOf(await session.stream(WORD, streamed));
    expect(markdown).toContain('highest since');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: byTicket })).data;
    expect((await session.content(ticket)).data).toMatchObject({ status: 2, content: markdown });
    expect(textOf(await session.stream(WORD, byTicket))).toBe(markdown);
  });

  it('takes its time over text that is written for the deck, and ends with its reader', async () => {
    const stop = new AbortController();
    const answer = session.fetch(WORD, { task_id: await task(2) }, { headers: session.headers, signal: stop.signal });
    setTimeout(() => stop.abort(), 1_000);
    await expect(answer.then((response) => response.text())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
