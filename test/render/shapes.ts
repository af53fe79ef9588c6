/** What tests ask about the shapes of a deck. */
import { type Box, PAGE, type Shape, type Slide, type TextBox } from '../../src/slides/render/deck/deck';

/** All shapes, those of drawn charts too. */
export const flat = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap((shape): Shape[] => (shape.kind === 'chart' ? [shape, ...shape.drawn] : [shape]));

export const texts = (shapes: readonly Shape[]): TextBox[] =>
  flat(shapes).flatMap((shape) => {
    if (shape.kind === 'text') return [shape];
    return shape.kind === 'table' ? shape.rows.flatMap((row) => row.cells.map((cell) => cell.text)) : [];
  });

export const wording = (text: TextBox): string => text.paragraphs.map((each) => each.text).join(' / ');

export const inside = ({ x, y, w, h }: Box): boolean =>
  x >= -0.01 && y >= -0.01 && w >= 0 && h >= 0 && x + w <= PAGE.w + 0.01 && y + h <= PAGE.h + 0.01;

export const boxOf = (shape: Shape): Box =>
  shape.kind === 'line'
    ? {
        x: Math.min(shape.from.x, shape.to.x),
        y: Math.min(shape.from.y, shape.to.y),
        w: Math.abs(shape.from.x - shape.to.x),
        h: Math.abs(shape.from.y - shape.to.y),
      }
    : shape.box;

/** Where the letters are, not how large the box around them is. */
export function inkOf(text: TextBox): Box {
  const lines = text.paragraphs.flatMap((each) => each.lines.map((line) => ({ ...line, height: each.lineHeight })));
  const x = Math.min(...lines.map((line) => line.x));
  const y = Math.min(...lines.map((line) => line.baseline - line.height * 0.7));
  const right = Math.max(...lines.map((line) => line.x + line.width));
  const bottom = Math.max(...lines.map((line) => line.baseline + line.height * 0.1));
  return { x, y, w: right - x, h: bottom - y };
}

export const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w - 0.5 && b.x < a.x + a.w - 0.5 && a.y < b.y + b.h - 0.5 && b.y < a.y + a.h - 0.5;

/** What a slide looks like at first sight: charts of different kinds are not the same. */
export function mannerOf(slide: Slide): string {
  const chart = slide.shapes.find((shape) => shape.kind === 'chart');
  return chart ? chart.data.kind : slide.kind;
}
