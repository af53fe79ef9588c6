import { startTestService, type TestService } from '../service/running-service';
import { Session } from '../service/session';
import { openPackage } from './open-package';

describe('a design saved with pro layout', () => {
  let service: TestService;
  let session: Session;
  let task: number;
  beforeAll(async () => {
    service = await startTestService();
    session = await Session.open(service.url, 'pro');
    task = await session.writtenTask('Night trains');
  });
  afterAll(() => service.close());

  const template = { template_id: 1001, template_type: 1 };
  const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

  async function exported(fields: Record<string, string | number>): Promise<{ cover: Buffer; pptx: Buffer }> {
    const { data: design } = await session.form('/api/design/v2/save', { task_id: task, ...template, ...fields });
    const key = (await session.form('/api/download/export/file', { id: design.id, format: 'ppt' })).data;
    const [file] = (await session.exported(key)).data as string[];
    return { cover: await bytesOf(design.cover_url), pptx: await bytesOf(file!) };
  }

  it('has another cover and other slides with the same words', async () => {
    const { data: layout } = await session.json('/api/ai/pro/layout/add', { text_id: task });
    const pro = await exported({ layout_type: 2, layout_task_id: layout.id });
    const standard = await exported({ layout_type: 1 });
    expect(pro.cover.equals(standard.cover)).toBe(false);
    const [rich, plain] = [openPackage(pro.pptx), openPackage(standard.pptx)];
    const layoutOf = (parts: Map<string, string>) => parts.get('ppt/slideLayouts/slideLayout1.xml');
    expect(layoutOf(rich)).toContain('name="Plate');
    expect(layoutOf(plain)).not.toContain('name="Plate');
    const notes = (parts: Map<string, string>): (string | undefined)[] =>
      [...parts.keys()].filter((path) => /notesSlide\d+\.xml$/.test(path)).map((path) => parts.get(path));
    expect(notes(rich)).toEqual(notes(plain));
  });
});
