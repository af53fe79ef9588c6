/** Pages whose title is their content: it is drawn in the place of the content. */
import { box, inset, tone } from '../canvas/canvas';
import type { Slot } from '../templates/template';
import { asFigure, figures } from './figures';
import { fill, type Item, type Sheet } from './sheet';

/** A page with only a title shows the title as the statement. */
export function statementTitle(sheet: Sheet, text: string): void {
  const { x, y, w, h } = sheet.body;
  const where = box(x, y + h * 0.1, w, h * 0.7);
  const title: Slot = {
    box: inset(where, 56, 30),
    sizes: [40, 36, 32, 28, 24, 20],
    font: 'heading',
    bold: true,
    tone: tone(sheet.surface.text),
    anchor: 'middle',
  };
  fill(sheet.canvas, title, text, 'Title', 'title');
  const [drawn] = sheet.canvas.shapes.splice(0);
  sheet.panel(where, 'pale');
  if (sheet.radius === 0) sheet.canvas.rect(box(x, where.y, 8, where.h), tone('accent'), { name: 'Bar' });
  sheet.canvas.shapes.push(drawn!);
}

/** A page named by a number alone, "40 %", shows it large next to its text. Returns whether it is such a page. */
export function figureTitle(sheet: Sheet, title: string, items: readonly Item[]): boolean {
  const [item] = items;
  if (items.length !== 1 || item!.heading !== '' || item!.text.length !== 1) return false;
  const point = { heading: title, text: item!.text };
  if (asFigure(point)?.value !== title || !figures(sheet, [point])) return false;
  const { shapes } = sheet.canvas;
  shapes.forEach((shape, index) => {
    if (!('group' in shape)) return;
    // A placeholder cannot be in a group.
    const { group: _, ...alone } = shape;
    shapes[index] = alone.kind === 'text' ? { ...alone, name: 'Title', part: 'title' } : alone;
  });
  return true;
}
