import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { heading, paragraph, run, title } from '../../import/docx';
import { picturesInText, richDocx } from '../../import/rich-docx';
import { startTestService, type TestService } from '../running-service';
import { Session, textOf } from '../session';

const TASK = '/api/ai/chat/v2/task';
const SECOND = { key: 'second-key', secret: 'the secret of the second account' };

describe('images of a Word document', () => {
  let service: TestService;
  let session: Session;
  let file: File;
  /** The line of the image in a text. */
  let line: string;

  beforeAll(async () => {
    service = await startTestService({
      server: { accounts: [{ apiKey: SECOND.key, secretKey: { env: 'SECOND_SECRET' } }] },
      env: { ...process.env, SECOND_SECRET: SECOND.secret },
    });
    session = await Session.open(service.url, 'importer');
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#08f' } })
      .png()
      .toBuffer();
    const hash = createHash('sha256').update(bytes).digest('hex');
    line = `![A quay](picture:${hash} "Figure 1: The quay")`;
    const { runs, more } = picturesInText([{ bytes, alt: 'A quay' }]);
    const body = [
      title('Harbour'),
      heading(1, 'Costs'),
      paragraph(run('The quay costs a lot of money.')),
      paragraph(runs[0]!),
      paragraph(run('Figure 1: The quay')),
    ];
    file = new File([Buffer.from(richDocx(body, more))], 'Harbour.docx');
  });
  afterAll(() => service.close());

  const word = async (task: number) => textOf(await session.stream('/api/ai/chat/v2/word', task));
  const uploaded = async (): Promise<number> => (await session.multipart(TASK, { type: 3, file })).data.id;
  const markdown = () => `# T\n\n## C\n\n### P\n\n#### Point\n\nText of the point.\n\n${line}\n`;
  /** The images in the PPTX of a task, with their texts. */
  async function shown(owner: Session, task: number): Promise<{ media: number; texts: string[] }> {
    const design = await owner.form('/api/design/v2/save', { task_id: task });
    const started = await owner.form('/api/download/export/file', { id: design.data.id, format: 'ppt' });
    const { data } = await owner.exported(started.data);
    const parts = unzipSync(new Uint8Array(await (await fetch(data[0])).arrayBuffer()));
    const names = Object.keys(parts);
    const slides = names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    const texts = slides.flatMap((name) => [
      ...Buffer.from(parts[name]!)
        .toString()
        .matchAll(/descr="([^"]+)"/g),
    ]);
    return {
      media: names.filter((name) => name.startsWith('ppt/media/')).length,
      texts: texts.map(([, text]) => text!),
    };
  }

  it('are in its text and on its slides', async () => {
    const task = await uploaded();
    expect(await word(task)).toContain(`\n${line}\n`);
    const { media, texts } = await shown(session, task);
    expect(media).toBe(1);
    expect(texts).toContain('A quay');
  });

  it('stay in an edit of its text', async () => {
    const task = await uploaded();
    await word(task);
    const edited = markdown().replace('Text of the point.', 'Other words.');
    expect(await session.form('/api/ai/chat/v2/outline/save', { task_id: task, content: edited })).toMatchObject({
      code: 0,
    });
    expect(await word(task)).toContain(line);
    expect((await shown(session, task)).media).toBe(1);
  });

  it('are shown to the account that has them, and not to another that knows their names', async () => {
    await uploaded();
    const own = (await session.multipart(TASK, { type: 7, content: markdown() })).data.id;
    expect((await shown(session, own)).media).toBe(1);
    const other = await Session.open(service.url, 'another', '', SECOND);
    const task = (await other.multipart(TASK, { type: 7, content: markdown() })).data.id;
    expect((await shown(other, task)).media).toBe(0);
  });

  it('are kept of a document that is sent with a text made from it', async () => {
    const third = await Session.open(service.url, 'third', '', SECOND);
    const task = (await third.multipart(TASK, { type: 7, content: markdown(), file })).data.id;
    expect((await shown(third, task)).media).toBe(1);
  });

  it('do not let a text pass that is sent with something else', async () => {
    const broken = new File(['no document'], 'Harbour.docx');
    expect(await session.multipart(TASK, { type: 7, content: markdown(), file: broken })).toMatchObject({
      code: 40000,
      msg: expect.stringContaining('file cannot be used'),
    });
  });
});
