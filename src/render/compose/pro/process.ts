/** Steps as arrows above their texts, or as a staircase. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { drawStacked, fitStacked } from '../points-fit';
import { gap, type Item, type Sheet } from '../sheet';
import { standOut, twoDigits } from '../signs';
import { surfaceOn } from './mark';

const arrowHeight = 76;
/** Share of the height that the cards below the arrows have at least. */
const leastOf = (items: Item[]): number => (items.some(({ text }) => text.length > 0) ? 0.7 : 0.5);
const point = 26;
/** Cards in narrower columns are high and half empty. */
const leastWidth = 156;

/** A block that points to the right; all but the first have a notch for the previous one. */
export function arrow(sheet: Sheet, x: number, y: number, w: number, h: number, fill: Role, first: boolean): void {
  sheet.canvas.polygon(
    [
      [x, y],
      [x + w - point, y],
      [x + w, y + h / 2],
      [x + w - point, y + h],
      [x, y + h],
      ...(first ? [] : ([[x + point, y + h / 2]] as [number, number][])),
    ],
    tone(fill),
    { name: 'Arrow' },
  );
}

const sizesFor = (count: number): { sizes: readonly number[] } | undefined =>
  count > 3 ? { sizes: [22, 20, 18, 17, 16, 15, 14] } : undefined;

/** Returns whether the points fit. */
export function arrows(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const w = (body.w - gap * (count - 1)) / count;
  if (count < 3 || count > 5 || w < leastWidth) return false;
  const under = arrowHeight + 16;
  const room = sheet.inside(box(0, 0, w, body.h - under));
  const fit = fitStacked(sheet, items, {
    headingWidth: room.w,
    textWidth: room.w,
    height: room.h,
    ...sizesFor(count),
  });
  if (!fit) return false;
  const padding = body.h - under - room.h;
  const h = Math.min(body.h - under, Math.max(fit.height + padding + 8, (body.h - under) * leastOf(items)));
  const top = body.y + (body.h - under - h) * 0.4;
  sheet.each(items, (item, index) => {
    const x = body.x + index * (w + gap);
    const last = index === count - 1;
    const fill = strong[index] ? 'accent' : 'deep';
    // Each one extends into the notch of the next, except for a seam.
    const length = last ? w : w + gap + point - 8;
    arrow(sheet, x, top, length, arrowHeight, fill, index === 0);
    canvas.text(
      box(x + (index === 0 ? 0 : point), top, w - (index === 0 ? 0 : point) - (last ? point : 0), arrowHeight),
      {
        text: twoDigits(sheet.numberOf(item, index)),
        font: 'figure',
        size: 34,
        bold: true,
        tone: tone(strong[index] ? sheet.template.onAccent : sheet.template.onDeep.accent),
        align: 'center',
        leading: 1.1,
      },
      { name: 'Number', part: 'ornament', anchor: 'middle' },
    );
    const place = box(x, top + under, w, h);
    const surface = sheet.card(place);
    const inside = sheet.inside(place);
    const where = box(inside.x, inside.y, inside.w, fit.height);
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
  });
  return true;
}

/** Blocks that grow to the right. */
export function stairs(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const seam = 10;
  const strong = standOut(items);
  const w = (body.w - seam * (count - 1)) / count;
  // Without text, the high blocks would be empty.
  if (count < 3 || count > 5 || w < 140 || items.every(({ text }) => text.length === 0)) return false;
  const rise = count > 3 ? 30 : 44;
  const head = 52;
  const lowest = body.h - rise * (count - 1);
  const fit = fitStacked(sheet, items, {
    headingWidth: w - 36,
    textWidth: w - 36,
    height: lowest - head - 32,
    ...sizesFor(count),
  });
  if (!fit) return false;
  sheet.each(items, (item, index) => {
    const h = lowest + rise * index;
    const place = box(body.x + index * (w + seam), body.y + body.h - h, w, h);
    const fill = strong[index] ? 'accent' : 'pale';
    const surface = surfaceOn(sheet, fill);
    sheet.canvas.rect(place, tone(fill), { name: 'Step' });
    if (!strong[index]) canvas.rect({ ...place, h: 6 }, tone('accent'), { name: 'Edge' });
    canvas.text(
      box(place.x + 18, place.y + 18, w - 36, head - 8),
      {
        text: twoDigits(sheet.numberOf(item, index)),
        font: 'figure',
        size: 36,
        bold: true,
        tone: tone(surface.accent),
        leading: 1.1,
      },
      { name: 'Number', part: 'ornament' },
    );
    const where = box(place.x + 18, place.y + 20 + head, w - 36, fit.height);
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
  });
  return true;
}
