import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { listTemplates, registerTemplate, removeTemplate } from '../../../src/service/brands/registry';
import { picture, templateFile } from '../../brand/template-file';
import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';

const LIST = '/api/template_component/enterprise/suit/list';
const account = 'demo-access-key';

describe('a template from a PowerPoint file', () => {
  let directory: string;
  let service: TestService;
  let session: Session;
  let task: number;
  let id: number;
  const file = templateFile({});
  const place = () => ({ ...service.settings, data: { ...service.settings.data, directory } });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'brands-'));
    service = await startTestService({ dataDirectory: join(directory, 'service') });
    session = await Session.open(service.url, 'company');
    task = await session.writtenTask('Company day');
  });
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true });
  });

  const exported = async (
    designId: number,
    format: string,
    more: Record<string, number | boolean> = {},
  ): Promise<Uint8Array> => {
    const started = await session.form('/api/download/export/file', { id: designId, format, ...more });
    expect(started.code).toBe(0);
    const { data } = await session.exported(started.data);
    return new Uint8Array(await (await fetch(data[0])).arrayBuffer());
  };

  it('is registered while the service runs, and then listed for its account, with a cover', async () => {
    expect(await session.get(LIST)).toMatchObject({ code: 10307 });
    const added = await registerTemplate(place(), { apiKey: account, name: 'Acme', file, roles: {} });
    id = added.id;
    expect(added).toEqual({ id: expect.any(Number), name: 'Acme', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { data } = await session.get(LIST);
    expect(data.list).toEqual([{ id, cover_img: expect.stringContaining(`/suits/${id}/cover.png`) }]);
    const cover = await fetch(`http:${data.list[0].cover_img}`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('shows its cover to no one without a link of its own, and does not tell which templates exist', async () => {
    const [{ cover_img }] = (await session.get(LIST)).data.list;
    const { origin, pathname, search } = new URL(`http:${cover_img}`);
    const statusOf = async (path: string) => (await fetch(origin + path)).status;
    expect(await statusOf(pathname)).toBe(403);
    expect(await statusOf(`/suits/${id + 5000}/cover.png`)).toBe(403);
    expect(await statusOf(`/suits/${id + 1}/cover.png${search}`)).toBe(403);
    expect(await statusOf(pathname.replace(`/${id}/`, `/0${id}/`))).toBe(403);
    expect(await statusOf(pathname + search)).toBe(200);
    expect(await statusOf('/suits/1001/cover.png')).toBe(200);
  });

  it('is stored by its hash; adding it again keeps its id', async () => {
    const again = await registerTemplate(place(), { apiKey: account, name: 'Acme 2', file, roles: { closing: null } });
    expect(again).toMatchObject({ id, name: 'Acme 2' });
    expect(await listTemplates(place(), account)).toEqual([again]);
    const stored = await readFile(join(directory, 'service', 'files', again.hash.slice(0, 2), again.hash));
    expect(stored.equals(Buffer.from(file))).toBe(true);
    await registerTemplate(place(), { apiKey: account, name: 'Acme', file, roles: {} });
  });

  it('belongs to its account only', async () => {
    await registerTemplate(place(), { apiKey: 'another', name: 'Theirs', file, roles: {} });
    expect((await session.get(LIST)).data.list).toHaveLength(1);
    expect(
      await session.form('/api/design/v2/save', { task_id: task, template_id: id + 1, template_type: 2 }),
    ).toMatchObject({ code: 30001 });
  });

  it('fills a deck: PPTX in the file itself, images and PDF in its colors', async () => {
    const design = await session.form('/api/design/v2/save', { task_id: task, template_id: id, template_type: 2 });
    expect(design.code).toBe(0);
    const parts = unzipSync(await exported(design.data.id, 'ppt'));
    expect(Buffer.from(parts['ppt/media/logo1.png']!)).toEqual(Buffer.from(picture(1)));
    expect(strFromU8(parts['ppt/slides/slide1.xml']!)).toContain('<p:ph type="ctrTitle"/>');
    expect(Object.keys(parts).filter((path) => path.includes('slideLayouts/slideLayout'))).toHaveLength(8);
    expect(
      Buffer.from(await exported(design.data.id, 'pdf'))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const pictures = unzipSync(await exported(design.data.id, 'ppt', { edit: false }));
    expect(Object.keys(pictures)).toContain('ppt/media/image1.png');
    const { list } = (await session.get('/api/design/list')).data;
    const canvas = (await (await fetch(list[0].canvas_url)).json()) as { suit: object };
    expect(canvas.suit).toMatchObject({ id, name: 'Acme', palette: { ink: '#000000', paper: '#FFFFFF' } });
  });

  it('survives a restart', async () => {
    await service.restart();
    const again = await Session.open(service.url, 'company');
    expect((await again.get(LIST)).data.list).toMatchObject([{ id }]);
  });

  it('is no longer offered after its removal, but finishes begun decks, and comes back when added again', async () => {
    session = await Session.open(service.url, 'company');
    const save = (task_id: number) =>
      session.form('/api/design/v2/save', { task_id, template_id: id, template_type: 2 });
    expect(await removeTemplate(place(), { apiKey: 'another', id })).toBe(false);
    expect(await removeTemplate(place(), { apiKey: account, id })).toBe(true);
    expect(await removeTemplate(place(), { apiKey: account, id })).toBe(false);
    await service.restart();
    session = await Session.open(service.url, 'company');
    expect(await session.get(LIST)).toMatchObject({ code: 10307 });
    expect(await listTemplates(place(), account)).toEqual([]);
    const design = await save(task);
    expect(design.code).toBe(0);
    expect(unzipSync(await exported(design.data.id, 'ppt'))).toHaveProperty(['ppt/media/logo1.png']);
    expect((await save(await session.writtenTask('Next company day'))).code).not.toBe(0);
    const again = await registerTemplate(place(), { apiKey: account, name: 'Acme', file, roles: {} });
    expect(again.id).toBe(id);
    expect((await session.get(LIST)).data.list).toMatchObject([{ id }]);
  });

  it('is refused with the reason, before anything is stored', async () => {
    const bad = templateFile({ layouts: [] });
    const attempt = registerTemplate(place(), { apiKey: account, name: 'Bad', file: bad, roles: {} });
    await expect(attempt).rejects.toThrow('The file has no layouts.');
    expect(await listTemplates(place(), account)).toHaveLength(1);
  });
});
