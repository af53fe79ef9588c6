/** Points as rows between rules: number, heading, text. */
import { box, tone } from '../canvas/canvas';
import { fitRows } from './points-fit';
import type { Item, Sheet } from './sheet';

const numberWidth = 56;
const padding = 26;

/** Returns whether the points fit. */
export function rows(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const bare = items.every((item) => item.text.length === 0);
  const headless = items.every((item) => !item.heading);
  const width = body.w - numberWidth;
  const headingWidth = bare ? width : headless ? 0 : Math.round(width * 0.32);
  const textWidth = headless ? width : width - headingWidth - 24;
  const fit = fitRows(sheet, items, { headingWidth, textWidth, height: body.h, padding });
  if (!fit) return false;
  const free = body.h - fit.rows.reduce((sum, row) => sum + row, 0);
  // Spare height is distributed, up to a distance that still looks coherent.
  const extra = Math.min(free / items.length, items.length > 3 ? 52 : 84);
  let y = body.y + (free - extra * items.length) * 0.3;
  // Points without both heading and text are a list, which an editor shows as one text.
  const list = bare || headless ? { name: 'List' } : undefined;
  const draw = (item: Item, index: number): void => {
    const h = fit.rows[index]! + extra;
    if (index > 0) canvas.line(body.x, y, body.x + body.w, y, tone(surface.line));
    sheet.badge(sheet.number(index).padStart(2, '0'), body.x, y + h / 2 - 16, 32, surface);
    const inner = h - padding + 2;
    const top = y + padding / 2 - 1;
    if (item.heading) {
      const spec = sheet.heading(item.heading, fit.headingSize, surface.text);
      sheet.text([spec], box(body.x + numberWidth, top, headingWidth, inner), 'Heading', 'middle', list);
    }
    const specs = sheet.paragraphs(item.text, fit.size, surface.quiet, surface.accent);
    const x = body.x + body.w - textWidth;
    sheet.text(specs, box(x, top, textWidth, inner), 'Text', 'middle', list);
    y += h;
  };
  if (list) items.forEach(draw);
  else sheet.each(items, draw);
  return true;
}
