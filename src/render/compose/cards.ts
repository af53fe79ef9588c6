/** Points as cards side by side; two points as two panels. */
import { box, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import { drawStacked, fitStacked } from './points-fit';
import { gap, type Item, type Sheet } from './sheet';

const badgeSize = 34;
const badgeGap = 14;

const numeral = { size: 52, height: 64 };

function largeNumber(sheet: Sheet, text: string, where: Box, role: Role): void {
  const { size, height } = numeral;
  sheet.canvas.text(
    { ...where, h: height },
    { text, font: 'figure', size, bold: true, tone: tone(role), leading: 1 },
    { name: 'Number', part: 'ornament' },
  );
}

/** Column counts to try, best-looking first. */
function arrangements(count: number, width: number): number[] {
  if (count <= 2) return [count];
  if (count === 3) return width > 660 ? [3] : [1];
  if (count === 4) return width > 780 ? [4, 2] : [2];
  return width > 660 ? [3, 2] : [2];
}

/** Returns whether the points fit. */
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
      // Four narrow columns at the minimum sizes look like a newspaper, so the next arrangement is tried instead.
      ...(columns === 4 ? { sizes: [20, 18, 17, 16, 15] } : {}),
    });
    if (!fit) continue;
    const padding = roomiest - room.h;
    const least = rows === 1 ? body.h * 0.92 : roomiest * 0.9;
    const h = Math.min(roomiest, Math.max(fit.height + above + padding + 8, least));
    const top = body.y + (body.h - h * rows - gap * (rows - 1)) * 0.4;
    // A tall card with little text: a large numeral at the top, the text at the bottom.
    const tall = rows === 1 && h - padding - fit.height > numeral.height + 40;
    sheet.each(items, (item, index) => {
      const x = body.x + (index % columns) * (w + gap);
      const y = top + Math.floor(index / columns) * (h + gap);
      const surface = sheet.card(box(x, y, w, h));
      const inside = sheet.inside(box(x, y, w, h));
      const label = sheet.number(index).padStart(2, '0');
      if (tall) largeNumber(sheet, label, inside, surface.accent);
      else sheet.badge(label, inside.x, inside.y, badgeSize, surface);
      const y0 = tall ? inside.y + inside.h - fit.height : inside.y + above;
      const where = box(inside.x + shift, y0, inside.w - shift, fit.height);
      drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
    });
    return true;
  }
  return false;
}

/** Two points side by side under large numerals, the second on the accent color. */
export function columns(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  const w = (body.w - gap) / 2;
  const inner = sheet.insideWidth(w) - 8;
  const padding = 100 - sheet.inside(box(0, 0, w, 100), true).h;
  const fit = fitStacked(sheet, items, {
    headingWidth: inner,
    textWidth: inner,
    height: body.h - padding - numeral.height,
  });
  if (!fit) return false;
  const needed = fit.height + padding + numeral.height + 16;
  const h = Math.min(body.h, Math.max(needed, body.h * 0.92));
  // Text that fills the panel starts right below the numeral; short text goes to the bottom.
  const rise = h - needed > 60 ? 0 : h - padding - numeral.height - fit.height;

  const top = body.y + (body.h - h) * 0.4;
  sheet.each(items, (item, index) => {
    const strong = index === 1;
    const place = box(body.x + index * (w + gap), top, w, h);
    const surface = sheet.card(place, strong);
    const inside = sheet.inside(place, strong);
    largeNumber(sheet, sheet.number(index).padStart(2, '0'), { ...inside, w: inner }, surface.accent);
    const where = box(inside.x, inside.y + inside.h - rise - fit.height, inner, fit.height);
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.text, accent: surface.accent });
  });
  return true;
}
