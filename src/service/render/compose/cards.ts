/** Points as cards side by side, and two points as two panels. */
import { box, tone } from '../canvas';
import { drawStacked, fitStacked } from './points-fit';
import { bodySizes, gap, type Item, type Sheet } from './sheet';

const badgeSize = 34;
const badgeGap = 14;

/** Number of columns to try, the best looking first. */
function arrangements(count: number, width: number): number[] {
  if (count <= 2) return [count];
  if (count === 3) return width > 660 ? [3] : [1];
  if (count === 4) return width > 780 ? [4, 2] : [2];
  return width > 660 ? [3, 2] : [2];
}

/** Answers whether the points fit. */
export function cards(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  for (const columns of arrangements(items.length, body.w)) {
    const rows = Math.ceil(items.length / columns);
    const w = (body.w - gap * (columns - 1)) / columns;
    const roomiest = (body.h - gap * (rows - 1)) / rows;
    const room = sheet.inside(box(0, 0, w, roomiest));
    const beside = rows > 1 && columns <= 2;
    const shift = beside ? badgeSize + badgeGap : 0;
    const above = beside ? 0 : badgeSize + badgeGap;
    const fit = fitStacked(sheet, items, {
      headingWidth: room.w - shift,
      textWidth: room.w - shift,
      height: room.h - above,
      // Four narrow columns at the smallest sizes look like a newspaper: the next arrangement is better then.
      ...(columns === 4 ? { sizes: [18, 17, 16, 15] } : {}),
    });
    if (!fit) continue;
    const padding = roomiest - room.h;
    const least = rows === 1 ? body.h * 0.8 : roomiest * 0.78;
    const h = Math.min(roomiest, Math.max(fit.height + above + padding + 8, least));
    const top = body.y + (body.h - h * rows - gap * (rows - 1)) * 0.4;
    items.forEach((item, index) => {
      const x = body.x + (index % columns) * (w + gap);
      const y = top + Math.floor(index / columns) * (h + gap);
      const surface = sheet.card(box(x, y, w, h));
      const inside = sheet.inside(box(x, y, w, h));
      sheet.badge(String(index + 1).padStart(2, '0'), inside.x, inside.y, badgeSize, surface);
      const where = box(inside.x + shift, inside.y + above, inside.w - shift, fit.height);
      drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
    });
    return true;
  }
  return false;
}

const numeral = { size: 44, height: 56 };

/** Two points side by side under large numerals, the second on the accent colour. */
export function columns(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const w = (body.w - gap) / 2;
  const inner = sheet.insideWidth(w) - 8;
  const padding = 100 - sheet.inside(box(0, 0, w, 100), true).h;
  const fit = fitStacked(sheet, items, {
    headingWidth: inner,
    textWidth: inner,
    height: body.h - padding - numeral.height,
    sizes: [22, ...bodySizes],
  });
  if (!fit) return false;
  const h = Math.min(body.h, Math.max(fit.height + padding + numeral.height + 16, body.h * 0.72));
  const top = body.y + (body.h - h) * 0.4;
  items.forEach((item, index) => {
    const strong = index === 1;
    const place = box(body.x + index * (w + gap), top, w, h);
    const surface = sheet.card(place, strong);
    const inside = sheet.inside(place, strong);
    canvas.text(
      box(inside.x, inside.y, inner, numeral.height),
      {
        text: String(index + 1).padStart(2, '0'),
        font: 'figure',
        size: numeral.size,
        bold: true,
        tone: tone(surface.accent),
        leading: 1,
      },
      { name: 'Number', part: 'ornament' },
    );
    const where = box(inside.x, inside.y + numeral.height, inner, fit.height);
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.text, accent: surface.accent });
  });
  return true;
}
