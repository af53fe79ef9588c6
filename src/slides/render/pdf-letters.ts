/** Draws runs of text into a PDF, each face embedded once. */
import type { Piece } from './deck/deck';
import { drawable, featuresOf, fontFile, isOptional } from './deck/fonts';

export class PdfLetters {
  private readonly registered = new Set<string>();

  constructor(private readonly doc: PDFKit.PDFDocument) {}

  draw({ text, drawn = text, face, x, fromRight }: Piece, size: number, baseline: number): void {
    const { doc } = this;
    if (!this.registered.has(face)) {
      doc.registerFont(face, fontFile(face));
      this.registered.add(face);
    }
    doc.font(face).fontSize(size);
    const features = featuresOf(face) as never;
    // Readers turn text from right to left round, but they do not know which glyphs are mirrored or reordered.
    const reordered = fromRight ? drawn !== text && text.length === 1 : isOptional(face);
    if (reordered) doc.markContent('Span', { actual: text });
    doc.text(drawable(drawn), x, baseline, { lineBreak: false, baseline: 'alphabetic', features });
    if (reordered) doc.endMarkedContent();
  }
}
