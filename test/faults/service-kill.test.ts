import { createHash } from 'node:crypto';
import { DEEP } from '../deep';
import { docx, heading, paragraph, run, title } from '../import/docx';
import { grantToken, type Json, type Reply, reply, type Session, signed, textOf } from '../service/session';
import { dataOf, type KillableService, startKillableService } from './killable-service';

const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const REPORT = docx(
  title('Harbour report'),
  heading(1, 'Traffic'),
  heading(2, 'Ships'),
  paragraph(run('The number of ships rose to 412 this year, the highest since the new quay was opened.')),
);

// A process ends and starts after every second call, in a deep run after every one, while the machine does other work.
describe('kill -9 of the service at once after a call that it has answered', () => {
  let service: KillableService;
  let session: Session;
  beforeEach(async () => {
    // The jobs are still at work when the process is killed.
    service = await startKillableService({ timing: { contentFragment: '5ms', export: '1s' } });
    answers = 0;
  });
  afterEach(() => service.close());

  let answers = 0;
  const killed = async () => {
    answers += 1;
    if (DEEP > 0 || answers % 2 === 1) await service.restart();
  };
  /** The data of an answer that says yes; where its process is killed, the next one is up when this returns. */
  const acknowledged = async (asked: Promise<Reply>): Promise<Json> => {
    const data = await dataOf(asked);
    await killed();
    return data;
  };
  const streamed = async (path: string, task: number): Promise<string> => {
    const text = textOf(await session.stream(path, task));
    await killed();
    return text;
  };
  const bytes = async (link: string): Promise<Buffer> => {
    const response = await fetch(link);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const tree = (task: number) => dataOf(session.form('/api/generate/data', { task_id: task }));
  const listed = async (path = '/api/design/list') => (await dataOf(session.get(path))).list as Json[];
  const info = (design: number) => dataOf(session.get('/api/design/info', { user_design_id: design }));
  const outlines = async (uid: string) => {
    const path = '/api/statistic/user/task';
    const headers = signed('POST', `${path}/`);
    const body = new URLSearchParams({ uid });
    return JSON.parse(await dataOf(fetch(`${service.url}${path}`, { method: 'POST', headers, body }).then(reply)));
  };

  it('from the first token to the downloaded file: nothing is lost, and the same token does it all', async () => {
    const { token } = await acknowledged(grantToken(service.url, 'killed'));
    session = Object.assign(await service.session('another'), {
      headers: { 'x-api-key': 'demo-access-key', 'x-channel': '', 'x-token': token },
    });
    expect(await listed()).toEqual([]);

    const { id: task } = await acknowledged(session.createTask('Lighthouses'));
    expect(await session.form('/api/generate/data', { task_id: task })).toMatchObject({
      msg: expect.stringMatching(/has no outline yet/),
    });

    const outline = await streamed('/api/ai/chat/outline', task);
    const first = await tree(task);
    expect(labels(first)).toEqual(texts(outline));
    expect(await outlines('killed')).toEqual([{ uid: 'killed', count: 1 }]);

    const edited = outline.replace(/^## .*$/m, '## Light across the water');
    expect(edited).not.toBe(outline);
    await acknowledged(session.form('/api/ai/chat/v2/outline/save', { task_id: task, content: unfenced(edited) }));
    expect(labels(await tree(task))).toEqual(texts(edited));

    const ticket = await acknowledged(session.get('/api/ai/chat/v2/content', { task_id: task }));
    expect(await dataOf(session.get('/api/ai/chat/v2/content', { task_id: task }))).toBe(ticket);
    const ready = (await session.content(ticket)).data;
    expect(ready.status).toBe(2);
    expect(headings(ready.content)).toEqual(headings(edited));
    await service.restart();
    expect((await session.content(ticket)).data).toEqual(ready);
    expect(await streamed('/api/ai/chat/content', task)).toBe(ready.content);

    const layout = await acknowledged(session.json('/api/ai/pro/layout/add', { text_id: task }));
    const pro = { task_id: task, layout_type: 2, layout_task_id: layout.id };
    const saved = await acknowledged(session.form('/api/design/v2/save', pro));
    expect(await listed()).toMatchObject([{ id: saved.id, name: saved.name }]);
    expect(await info(saved.id)).toMatchObject({ id: saved.id, task_id: task, version: 1 });
    // The link of before the kill still opens the image of before the kill.
    expect((await bytes(saved.cover_url)).subarray(1, 4).toString()).toBe('PNG');
    const [{ canvas_url, ai_data }] = (await listed()) as [Json];
    expect(JSON.parse((await bytes(ai_data)).toString()).content).toBe(ready.content);
    expect(JSON.parse((await bytes(canvas_url)).toString()).name).toBe(saved.name);

    const key = await acknowledged(session.form('/api/download/export/file', { id: saved.id, format: 'ppt' }));
    const links = (await session.exported(key)).data as string[];
    expect(links).toHaveLength(1);
    const file = await bytes(links[0]!);
    expect(file.subarray(0, 2).toString()).toBe('PK');
    await service.restart();
    expect(sha(await bytes(links[0]!))).toBe(sha(file));
    const [again] = (await session.exported(key)).data as string[];
    expect(sha(await bytes(again!))).toBe(sha(file));
    expect(service.rows('select size, export_key from files where export_key is not null')).toEqual([
      { size: file.length, export_key: key },
    ]);
  });

  it('through the life of designs: renamed, deleted, reverted, cleared; what is cleared stays gone', async () => {
    session = await service.session('killed');
    const task = await session.writtenTask('Bridges');
    const [kept, other] = [await save(task), await save(task)];
    const key = await dataOf(session.form('/api/download/export/file', { id: other.id, format: 'pdf' }));
    const [exported] = (await session.exported(key)).data as [string];

    await acknowledged(session.form('/api/design/save/name', { user_design_id: kept.id, name: 'Spans' }));
    expect(await info(kept.id)).toMatchObject({ name: 'Spans', version: 2 });

    await acknowledged(session.form('/api/design/delete', { user_design_id: kept.id }));
    expect((await listed()).map(({ id }) => id)).toEqual([other.id]);
    expect(await listed('/api/design/del/list')).toMatchObject([{ id: kept.id, name: 'Spans' }]);

    await acknowledged(session.form('/api/design/revert', { user_design_id: kept.id }));
    expect((await listed()).map(({ id }) => id).sort()).toEqual([kept.id, other.id].sort());
    expect(await listed('/api/design/del/list')).toEqual([]);
    await dataOf(session.form('/api/generate/ppt-tree', { design_id: kept.id }));

    await dataOf(session.form('/api/design/delete', { user_design_id: other.id }));
    await acknowledged(session.form('/api/design/clear', { user_design_id: other.id }));
    expect(await listed('/api/design/del/list')).toEqual([]);
    expect((await listed()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await session.form('/api/download/export/file/result', { task_key: key })).toMatchObject({ code: 20001 });
    for (const link of [other.cover_url, exported]) expect((await fetch(link)).status).toBe(404);
    const known = service.rows('select file_key from files').map(({ file_key }) => file_key);
    expect(service.fileKeys()).toEqual(known.sort());
    expect(known).toHaveLength(3);
  });

  it('a code, a streamed content, the other provider, an imported document: all as they were answered', async () => {
    session = await service.session('killed');
    const path = '/api/grant/code';
    const code = await acknowledged(
      fetch(`${service.url}${path}?uid=killed`, { headers: signed('GET', `${path}/`) }).then(reply),
    );
    // No call takes a code, so only the database can say that it is kept.
    const kept = service.rows('select code_hash from codes').map(({ code_hash }) => code_hash);
    expect(kept).toEqual([sha(code.code)]);

    const task = (await dataOf(session.createTask('Rivers'))).id;
    const outline = await streamed('/api/ai/chat/wx/outline', task);
    expect(labels(await tree(task))).toEqual(texts(outline));
    const content = await acknowledged(session.get('/api/ai/chat/wx/content', { task_id: task }));
    expect(textOf(await session.stream('/api/ai/chat/content', task))).toBe(content);

    const second = (await dataOf(session.createTask('Canals'))).id;
    await session.stream('/api/ai/chat/outline', second);
    const streamedContent = await streamed('/api/ai/chat/content', second);
    expect(textOf(await session.stream('/api/ai/chat/content', second))).toBe(streamedContent);

    const file = new File([Buffer.from(REPORT)], 'Harbour.docx');
    const { id: imported } = await acknowledged(session.multipart('/api/ai/chat/v2/task', { type: 3, file }));
    const words = await streamed('/api/ai/chat/v2/word', imported);
    expect(words).toContain('412');
    expect(textOf(await session.stream('/api/ai/chat/v2/word', imported))).toBe(words);
    expect(await outlines('killed')).toEqual([{ uid: 'killed', count: 3 }]);
  });

  const save = (task: number) => dataOf(session.form('/api/design/v2/save', { task_id: task }));
});

const unfenced = (markdown: string) => markdown.replace(/^```\w*$/gm, '').trim();

/** The texts of the headings, in their order. */
const headings = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!.replace(/^[\d.]+ /, '').trim());

/** The headings and the rows of tables, in their order. */
const texts = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => (/^\| (?!-)/.test(line) ? [line] : headings(line)));

/** The texts of an outline tree in the order of the text; the pages that no heading stands for are left out. */
function labels({ value, type, children = [] }: Json): string[] {
  return [...(type === 'catalog' || type === 'ending' ? [] : [value]), ...children.flatMap(labels)];
}
