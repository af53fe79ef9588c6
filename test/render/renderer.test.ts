import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { packageRoot } from '../../src/base/io/package-root';
import { createRenderer, type Renderer } from '../../src/slides/render/renderer';
import { enterpriseTemplates, systemTemplates } from '../../src/slides/render/templates';
import { chinese, english } from './samples';

// The thread runs the compiled worker, as it does in production.
const compiled = existsSync(join(__dirname, '../../dist/src/slides/render/render-worker.js'));
if (!compiled) throw new Error('Build the project before this test: the render thread runs the compiled worker.');

const small = { ...english, chapters: [{ title: 'One', pages: english.chapters[0]!.pages.slice(0, 2) }] };
const templateId = systemTemplates[0]!.id;
const me = { owner: 'user 1' };
let renderer: Renderer;

beforeAll(() => {
  renderer = createRenderer();
});

afterAll(() => renderer.close());

it('renders one PPTX and one PDF, named after the design', async () => {
  const [pptx] = await renderer.render(me, () => ({
    outline: chinese,
    templateId,
    format: 'ppt',
    name: 'Q3 / 复盘: v2',
  }));
  expect(pptx).toMatchObject({ name: 'Q3 复盘 v2.pptx' });
  expect(pptx!.mediaType).toContain('presentationml');
  expect(pptx!.bytes.subarray(0, 2).toString()).toBe('PK');
  const [pdf] = await renderer.render(me, () => ({ outline: english, templateId, format: 'pdf', name: '../..' }));
  expect(pdf).toMatchObject({ name: 'deck.pdf', mediaType: 'application/pdf' });
  expect(pdf!.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

it.each(['png', 'jpeg'] as const)('renders pages as %s of 1920 × 1080, one file each', async (format) => {
  const files = await renderer.render(me, () => ({ outline: small, templateId, format, name: 'deck' }));
  expect(files.map((file) => file.name)).toEqual(
    [1, 2, 3, 4].map((page) => `deck-0${page}.${format === 'png' ? 'png' : 'jpg'}`),
  );
  for (const file of files) {
    expect(file.mediaType).toBe(`image/${format}`);
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format, width: 1920, height: 1080 });
  }
});

it('renders pages into one zip when asked', async () => {
  const files = await renderer.render(me, () => ({
    outline: small,
    templateId,
    format: 'jpeg',
    name: 'deck',
    zip: true,
  }));
  expect(files.map((file) => [file.name, file.mediaType])).toEqual([['deck.zip', 'application/zip']]);
  const pages = unzipSync(files[0]!.bytes);
  expect(Object.keys(pages)).toEqual([1, 2, 3, 4].map((page) => `deck-0${page}.jpg`));
  for (const page of Object.values(pages)) expect(await sharp(page).metadata()).toMatchObject({ width: 1920 });
});

it('renders a PPTX whose slides are images when it must not be edited', async () => {
  const input = { outline: small, templateId, format: 'ppt', name: 'deck', edit: false } as const;
  const [file] = await renderer.render(me, () => input);
  expect(file).toMatchObject({ name: 'deck.pptx' });
  const parts = unzipSync(file!.bytes);
  expect(await sharp(parts['ppt/media/image4.png']).metadata()).toMatchObject({ format: 'png', width: 1920 });
  const [again] = await renderer.render(me, () => input);
  expect(again!.bytes.equals(file!.bytes)).toBe(true);
  const [editable] = await renderer.render(me, () => ({ ...input, edit: true }));
  expect(Object.keys(unzipSync(editable!.bytes)).filter((path) => path.includes('media'))).toEqual([]);
});

it('renders the covers of enterprise templates too', async () => {
  const [own] = enterpriseTemplates;
  expect(await sharp(await renderer.templateCover(own!.id)).metadata()).toMatchObject({ width: 960, height: 540 });
});

it('renders covers of decks and templates as PNG of 960 × 540, different for every template', async () => {
  expect(await sharp(await renderer.cover(me, { outline: chinese, templateId })).metadata()).toMatchObject({
    format: 'png',
    width: 960,
    height: 540,
  });
  const covers = await Promise.all(systemTemplates.map((template) => renderer.templateCover(template.id)));
  expect(new Set(covers.map((cover) => cover.toString('base64'))).size).toBe(systemTemplates.length);
});

it('gives the same bytes for the same input, images included', async () => {
  const [first, second] = await Promise.all([
    renderer.cover(me, { outline: chinese, templateId }),
    renderer.cover(me, { outline: chinese, templateId }),
  ]);
  expect(first!.equals(second!)).toBe(true);
});

it('says which template is unknown', async () => {
  await expect(renderer.templateCover(7)).rejects.toThrow('No template has the id 7.');
});

it('rejects a call that is cut off by closing', async () => {
  const closing = createRenderer();
  const call = closing.render(me, () => ({ outline: english, templateId, format: 'png', name: 'deck' }));
  const outcome = expect(call).rejects.toThrow('the threads were stopped before this call completed');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await closing.close();
  await outcome;
});

describe('what exceeds its limits', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'renderer-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A renderer whose thread does this for template 1, and answers for any other. */
  async function fragile(deed: string, limits = {}): Promise<Renderer> {
    const script = join(folder, `${deed.length}.js`);
    await writeFile(
      script,
      `const { answering } = require(${JSON.stringify(join(packageRoot, 'dist/src/base/threads/answering.js'))});
      module.exports = answering(({ input }) => {
        if (input === 1) { ${deed} }
        return new Uint8Array([input]);
      });`,
    );
    return createRenderer({ script, ...limits });
  }

  it.each([
    ['takes too long', 'for (;;) {}', { pictureWork: 300 }, /stopped: it took longer than 0\.3 s of proc/],
    ['fills its heap', 'const all = []; for (;;) all.push(new Array(1e6).fill(0.5));', {}, /exceeded its memory limit/],
    ['throws', "throw new Error('out of paper')", {}, /out of paper/],
    ['exits', 'process.exit(3)', {}, /exited with code: 3/],
  ])('a thread that %s is replaced, and its call is rejected', async (_, deed, limits, reason) => {
    const renderer = await fragile(deed, limits);
    await expect(renderer.templateCover(1)).rejects.toThrow(reason);
    expect([...(await renderer.templateCover(7))]).toEqual([7]);
    await renderer.close();
  });

  it('a thread that dies between two calls leaves the process and the next call alone', async () => {
    const renderer = await fragile("setTimeout(() => { throw new Error('late'); }, 50); input = 9;");
    expect([...(await renderer.templateCover(1))]).toEqual([9]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([...(await renderer.templateCover(7))]).toEqual([7]);
    await renderer.close();
  });

  it('a call whose caller gives up frees its thread at once', async () => {
    const renderer = await fragile('while (true) {}', { exportWork: 60_000 });
    const abort = new AbortController();
    const caller = { owner: 'user 1', signal: abort.signal };
    // The script above looks at nothing but `input`, so the deck may be a number.
    const call = renderer.render(caller, () => 1 as never);
    setTimeout(() => abort.abort(new Error('the job was handed over')), 300);
    await expect(call).rejects.toThrow('the job was handed over');
    await renderer.close();
  });
});

it('leaves the event loop free while it renders', async () => {
  const before = performance.eventLoopUtilization();
  await renderer.render(me, () => ({ outline: english, templateId, format: 'pdf', name: 'deck' }));
  // Milliseconds of work in it; a machine that stands still while it waits adds none.
  expect(performance.eventLoopUtilization(before).active).toBeLessThan(400);
});
