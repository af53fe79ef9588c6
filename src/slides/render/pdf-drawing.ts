/** Runs of text, and the outlines of shapes, in a PDF file. */
import type { Geometry, Piece } from './deck/deck';
import { drawable, featuresOf, fontFile, isOptional } from './deck/fonts';

/** Draws runs of text, each face embedded once. */
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

export function outline(doc: PDFKit.PDFDocument, shape: Geometry): void {
  const { x, y, w, h } = shape.box;
  if (shape.kind === 'rect') doc.rect(x, y, w, h);
  else if (shape.kind === 'round') doc.roundedRect(x, y, w, h, shape.radius);
  else if (shape.kind === 'ellipse') doc.ellipse(x + w / 2, y + h / 2, w / 2, h / 2);
  else {
    for (const step of shape.path ?? []) {
      if (step.go === 'M') doc.moveTo(step.x, step.y);
      else if (step.go === 'L') doc.lineTo(step.x, step.y);
      else if (step.go === 'C') doc.bezierCurveTo(step.x1, step.y1, step.x2, step.y2, step.x, step.y);
      else doc.closePath();
    }
  }
}
