/** The outlines of shapes in a PDF file. */
import type { Geometry } from './deck/deck';

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
