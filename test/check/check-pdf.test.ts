import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { createChecker } from '../../src/check/checker';
import { composeDeck } from '../../src/render/compose';
import { writePdf } from '../../src/render/pdf';
import { galleryTemplates } from '../render/gallery';
import { chinese, english } from '../render/samples';

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

// The reader of PDFs is an ES module, which only the thread can load, from dist/src/check/check-worker.js.
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

test.each(galleryTemplates.map((template) => [template.english, template] as const))(
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
