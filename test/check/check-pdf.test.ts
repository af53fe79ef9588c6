import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { Block, Page } from '../../src/outline/outline';
import { checkDeck } from '../../src/slides/check/check-deck';
import { createChecker } from '../../src/slides/check/checker';
import { composeDeck } from '../../src/slides/render/compose';
import type { Pictures } from '../../src/slides/render/deck/pictures';
import { writePdf } from '../../src/slides/render/pdf';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { hashOf, jpeg } from '../render/picture-files';
import { chinese, english } from '../render/samples';
import { someTemplates } from '../render/some-templates';

type Options = ConstructorParameters<typeof PDFDocument>[0];

async function pdf(options: Options, draw: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const doc = new PDFDocument(options);
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => doc.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve));
  draw(doc);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

// The reader of PDFs is an ES module, which only the thread can load, from dist/src/slides/check/check-worker.js.
const checker = createChecker();
const folder = mkdtempSync(join(tmpdir(), 'deck-check-'));
afterAll(async () => {
  await checker.close();
  rmSync(folder, { recursive: true });
});

async function check(bytes: Uint8Array) {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  return checker.check({ path }, new AbortController().signal);
}

async function report(bytes: Uint8Array) {
  const checked = await check(bytes);
  if ('unusable' in checked) throw new Error(checked.unusable);
  return checked.report;
}

const rulesOf = async (bytes: Uint8Array) => (await report(bytes)).findings.map(({ rule }) => rule);

test('a plain PDF lacks tags, language, title and fonts', async () => {
  const bytes = await pdf({}, (doc) => doc.text('Plain'));
  expect(await rulesOf(bytes)).toEqual([
    'pdf-language',
    'pdf-tags',
    'pdf-fonts',
    'pdf-tags',
    'pdf-identifier',
    'pdf-title',
  ]);
});

test('a tagged PDF with a figure needs its alternative text', async () => {
  const options: Options = {
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: 'A' },
    subset: 'PDF/UA' as never,
  };
  const figure = (alt?: string) =>
    pdf(options, (doc) => {
      const root = doc.struct('Document');
      doc.addStructure(root);
      root.add(
        doc.struct('Figure', alt === undefined ? {} : { alt }, () => void doc.rect(10, 10, 50, 50).fill('#888888')),
      );
      root.end();
    });
  expect(await rulesOf(await figure())).toEqual(['pdf-alt-text']);
  expect(await rulesOf(await figure('A gray square'))).toEqual([]);
});

test.each(someTemplates.map((template) => [template.english, template] as const))(
  '%s: PDFs of this product have no error',
  async (_, template) => {
    for (const outline of [english, chinese]) {
      const { slides, findings } = await report(await writePdf(composeDeck(outline, template)));
      expect(slides).toBeGreaterThan(20);
      expect(findings).toEqual([]);
    }
  },
);

test('a damaged PDF is refused with the reason', async () => {
  expect(await check(Buffer.from('%PDF-1.7\nnothing'))).toEqual({
    unusable: 'The file is not a PDF, or it is damaged.',
  });
});

describe('images', () => {
  const text = (alt: string, hash: string): Block[] => [
    { kind: 'point', title: 'Three lines meet here', text: ['Trains, the night bus and the cable car.'] },
    { kind: 'picture', hash, alt, caption: 'Figure 1' },
  ];
  const deckOf = (pages: Page[], pictures: Pictures = new Map()) =>
    composeDeck(
      { title: 'Field report', language: 'en', chapters: [{ title: 'Findings', pages }] },
      systemTemplates[0]!,
      'standard',
      pictures,
    );

  it('that are missing are errors', async () => {
    const pages = ['The yard', '货场'].map((alt, at) => ({
      title: `Yard ${at} is flat`,
      blocks: text(alt, String(at).repeat(64)),
    }));
    const { findings, counts } = await report(await writePdf(deckOf(pages)));
    expect(counts.error).toBe(2);
    expect(findings).toMatchObject([
      { rule: 'missing-image', slide: 2, message: 'A box is in place of the image “The yard”.' },
      { rule: 'missing-image', slide: 3, message: 'A box is in place of the image “货场”.' },
    ]);
  });

  it('that are there are not, in any template', async () => {
    const file = await jpeg(900, 600);
    const pictures = new Map([[hashOf(file.bytes), file]]);
    const pages = [{ title: 'The station is full', blocks: text('A station', hashOf(file.bytes)) }];
    for (const template of someTemplates) {
      for (const layout of ['standard', 'pro'] as const) {
        const deck = composeDeck(
          { title: 'Report', language: 'en', chapters: [{ title: 'One', pages }] },
          template,
          layout,
          pictures,
        );
        expect((await report(await writePdf(deck))).counts).toMatchObject({ error: 0, warning: 0 });
        expect(checkDeck(writePptx(deck)).counts).toMatchObject({ error: 0, warning: 0 });
      }
    }
  });
});
