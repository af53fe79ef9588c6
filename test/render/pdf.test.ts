import { inflateSync } from 'node:zlib';
import { composeDeck } from '../../src/slides/render/compose';
import { writePdf } from '../../src/slides/render/pdf';
import { systemTemplates } from '../../src/slides/render/templates';
import { hostile } from './hostile';
import { all } from './open-package';
import { chinese, english } from './samples';

const [template] = systemTemplates;

/** Streams of the file, inflated where they are deflated. */
function streams(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\n/g)].map((match) => {
    const start = match.index + match[0].length;
    const end = text.indexOf('\nendstream', start);
    try {
      return inflateSync(pdf.subarray(start, end)).toString('latin1');
    } catch {
      return text.slice(start, end);
    }
  });
}

/** Characters that a reader can select: the targets of all ToUnicode maps. */
function selectable(pdf: Buffer): Set<string> {
  const maps = streams(pdf).filter((stream) => stream.includes('begincmap'));
  const codes = maps.flatMap((map) => all(map.slice(map.indexOf('beginbfrange')), /<([0-9a-f]{4,})>/gi));
  return new Set(codes.map((code) => Buffer.from(code, 'hex').swap16().toString('utf16le')));
}

it.each([
  ['en', english],
  ['zh', chinese],
] as const)('a PDF in %s has selectable text in embedded TrueType subsets', async (_, outline) => {
  const pdf = await writePdf(composeDeck(outline, template!));
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-1.7')).toBe(true);
  expect(text).toContain('/FontFile2');
  expect(text).not.toMatch(/\/BaseFont \/Helvetica/);
  const characters = selectable(pdf);
  for (const character of outline.title.replace(/\s/g, '')) expect(characters).toContain(character);
  expect(pdf.length).toBeLessThan(1_000_000);
});

it('has one page a slide, bookmarks, a language and tags', async () => {
  const deck = composeDeck(chinese, template!);
  const text = (await writePdf(deck)).toString('latin1');
  expect(all(text, /(\/Type \/Page\n)/g)).toHaveLength(deck.slides.length);
  expect(text).toContain('/Lang (zh-CN)');
  expect(text).toContain('/Marked true');
  expect(text).toContain('/StructTreeRoot');
  expect(text).toContain('/S /H1');
  expect(text).toContain('/S /TH');
  // One bookmark a slide, and the root of the tree.
  expect(all(text, /(\/Title \()/g).length).toBeGreaterThanOrEqual(deck.slides.length);
});

it('is the same every time', async () => {
  const first = await writePdf(composeDeck(chinese, template!));
  const second = await writePdf(composeDeck(chinese, template!));
  expect(second.equals(first)).toBe(true);
});

it('replaces what no font has by a square', async () => {
  const pdf = await writePdf(composeDeck(hostile, template!));
  expect(selectable(pdf)).toContain('□');
});

it('has a link from each entry of the contents to its slide, and headers that screen readers relate to their columns', async () => {
  const deck = composeDeck(english, template!);
  const entries = deck.slides.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === 'text' && shape.link));
  const text = (await writePdf(deck)).toString('latin1');
  expect(entries.length).toBeGreaterThan(3);
  expect(all(text, /\/S \/GoTo\n\/D \((slide-\d+)\)/g)).toEqual(
    entries.map((shape) => `slide-${(shape as { link: number }).link + 1}`),
  );
  expect(text).toContain('/Scope /Column');
});
