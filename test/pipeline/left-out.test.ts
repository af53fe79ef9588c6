import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { deckLines } from '../../src/cli/show/deck-text';
import { LEFT_OUT } from '../../src/core/remarks';
import { heading, paragraph, title } from '../import/docx';
import { everything, picturesInText, richDocx } from '../import/rich-docx';
import { type Pipeline, startPipeline } from './pipeline';
import { MARKDOWN } from './routes';

const inbox = mkdtempSync(join(tmpdir(), 'deck-inbox-'));
let pipeline: Pipeline;
beforeAll(async () => {
  writeFileSync(join(inbox, 'port.docx'), everything(['image', 'comment', 'table']));
  writeFileSync(join(inbox, 'quay.docx'), await withImage());
  pipeline = await startPipeline({ settings: { documents: { inbox }, service: { keepsImages: false } } });
});
afterAll(async () => {
  await pipeline.close();
  rmSync(inbox, { recursive: true });
});

/** A document of several pages and an image. */
async function withImage(): Promise<Uint8Array> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();
  const { runs, more } = picturesInText([{ bytes, alt: 'A quay' }]);
  const page = (at: number) => [heading(2, `Part ${at}`), paragraph(`The quay number ${at} costs a lot of money.`)];
  const pages = [1, 2, 3, 4, 5, 6].flatMap(page);
  return richDocx([title('Quays'), heading(1, 'All'), ...pages, heading(2, 'Map'), paragraph(runs[0]!)], more);
}

const off = { review: { mode: 'off' }, onFailure: 'fail' } as const;

it('the parts of a document that are not on the slides are problems of the deck', async () => {
  const handle = await pipeline.start({ document: { path: 'port.docx' }, settings: off });
  const { outcome, problems, title: own } = await handle.result();
  expect(outcome).toBe('delivered');
  expect(own).not.toContain('docx');
  expect((await handle.describe()).memo).toMatchObject({ title: own });
  expect(problems.map(({ stage, type, message }) => ({ stage, type, message }))).toEqual([
    {
      stage: 'outline',
      type: LEFT_OUT,
      message: 'Image “Harbour seen from the east” (page 2, below “Costs”) is not on a slide: it is damaged.',
    },
    {
      stage: 'outline',
      type: LEFT_OUT,
      message: 'Comment “Check this figure” (page 2, below “Costs”) is not on a slide.',
    },
  ]);
  const [at] = problems.map((problem) => problem.at);
  const shown = deckLines({ workflowId: 'x', runId: 'y', status: 'COMPLETED', startedAt: at!, problems }).join(' ');
  expect(shown.replace(/\s+/g, ' ')).toContain('left out Image “Harbour seen from the east”');
});

it('a document is condensed before its task is made, and only what is not in the notes either is a problem', async () => {
  const settings = { review: { mode: 'required' } };
  const handle = await pipeline.start({ document: { path: 'port.docx' }, slides: 5, settings });
  const { outline, problems } = await pipeline.until(handle, ({ review }) => review !== undefined);
  expect(JSON.stringify(outline)).toContain('speaker-notes');
  expect(problems.map(({ type }) => type)).toEqual([LEFT_OUT, LEFT_OUT]);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
  const result = await handle.result();
  expect(result).toMatchObject({ outcome: 'delivered', title: 'The port' });
  expect(pipeline.records(handle)).toMatchObject({ tasks: 1 });
});

describe('a condensed document with an image', () => {
  const input = { document: { path: 'quay.docx' }, slides: 5, settings: off } as const;

  it('has it on a slide where the service keeps it, and no bytes of it in its history', async () => {
    const keeping = await startPipeline({ settings: { documents: { inbox } } });
    try {
      const handle = await keeping.start({ ...input, formats: ['ppt'] });
      const { outcome, problems, files } = await handle.result();
      expect([outcome, problems]).toEqual(['delivered', []]);
      const parts = unzipSync(new Uint8Array(readFileSync(files[0]!.path)));
      expect(Object.keys(parts).filter((name) => name.startsWith('ppt/media/'))).toHaveLength(1);
      expect(JSON.stringify(await handle.fetchHistory())).not.toContain('iVBORw0KGgo');
    } finally {
      await keeping.close();
    }
  });

  it('has it as a problem where the service may not', async () => {
    const handle = await pipeline.start({ ...input, formats: ['ppt'] });
    const { problems } = await handle.result();
    expect(problems.map(({ message }) => message)).toEqual([
      'Image “A quay” (below “Map”) is not on a slide: the generation service takes no images with a condensed text.',
    ]);
  });
});

it('a title cannot be condensed, and a text only to a number of slides that a deck can have', async () => {
  for (const [input, reason] of [
    [{ title: 'T', slides: 9 }, /slides: requires a document or markdown/],
    [{ markdown: MARKDOWN, slides: 3 }, /slides must be at least 4/],
    [
      { document: { path: 'port.docx', treatment: 'expand' }, slides: 9 },
      /slides: cannot be combined with the treatment/,
    ],
  ] as const) {
    const handle = await pipeline.start({ ...input, settings: off });
    await expect(handle.result()).rejects.toMatchObject({ cause: { message: expect.stringMatching(reason) } });
  }
});

it('those of a Markdown text as well, and before the review', async () => {
  const markdown = MARKDOWN.replace('### A pause', 'See ![a kettle](kettle.png)\n\n### A pause');
  const handle = await pipeline.start({ markdown, settings: { review: { mode: 'required' } } });
  const { problems } = await pipeline.until(handle, ({ review }) => review !== undefined);
  expect(problems.map(({ message }) => message)).toEqual([
    'Image “a kettle” (line 5, below “Why tea”) is not on a slide.',
  ]);
  await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'reject', reviewer: 'ada' }] });
  expect((await handle.result()).problems).toHaveLength(1);
});
