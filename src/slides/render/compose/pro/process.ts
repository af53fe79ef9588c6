/** Steps as arrows above their texts, or as a staircase. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { gap, grid } from '../../deck/layout';
import { stackedCards } from '../cards';
import { drawStacked, fitStacked } from '../points-fit';
import { figure, type Item, type Sheet } from '../sheet';
import { standOut, twoDigits } from '../signs';

const arrowHeight = 76;
/** Share of the height that the cards below the arrows have at least. */
const leastOf = (items: Item[]): number => (items.some(({ text }) => text.length > 0) ? 0.7 : 0.5);
const point = 26;
/** Cards in narrower columns are high and half empty. */
const leastWidth = 156;

/** A block that points to the right; all but the first have a notch for the previous one. */
export function arrow(sheet: Sheet, x: number, y: number, w: number, h: number, fill: Role, first: boolean): void {
  const notch = first ? [] : [x + point, y + h / 2];
  const block = [x, y, x + w - point, y, x + w, y + h / 2, x + w - point, y + h, x, y + h];
  sheet.canvas.polygon([...block, ...notch], tone(fill), { name: 'Arrow' });
}

const sizesFor = (count: number): readonly number[] | undefined =>
  count > 3 ? [22, 20, 18, 17, 16, 15, 14] : undefined;

/** Returns whether the points fit. */
export function arrows(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const { w } = grid(body, count)[0]!;
  if (count < 3 || count > 5 || w < leastWidth) return false;
  const track = arrowHeight + 16;
  const area = { ...body, y: body.y + track, h: body.h - track };
  const look = { area, sizes: sizesFor(count), least: area.h * leastOf(items), strong: [] };
  const made = stackedCards(sheet, items, look);
  made?.draw((item, { place: { x, y: top }, index }) => {
    const y = top - track;
    const last = index === count - 1;
    const fill = strong[index] ? 'accent' : 'deep';
    // Each one extends into the notch of the next, except for a seam.
    arrow(sheet, x, y, last ? w : w + gap + point - 8, arrowHeight, fill, index === 0);
    const notch = index === 0 ? 0 : point;
    const where = box(x + notch, y, w - notch - (last ? point : 0), arrowHeight);
    const number = twoDigits(sheet.numberOf(item, index));
    sheet.ornament(where, figure(number, 34, sheet.on(fill).accent, { align: 'center' }));
    return undefined;
  });
  return made !== undefined;
}

/** Blocks that grow to the right. */
export function stairs(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const columns = grid(body, count, count, 10);
  const { w } = columns[0]!;
  // Without text, the high blocks would be empty.
  if (count < 3 || count > 5 || w < 140 || items.every(({ text }) => text.length === 0)) return false;
  const rise = count > 3 ? 30 : 44;
  const head = 52;
  const lowest = body.h - rise * (count - 1);
  const fit = fitStacked(sheet, items, { w: w - 36, h: lowest - head - 32, sizes: sizesFor(count) });
  if (!fit) return false;
  sheet.each(items, (item, index) => {
    const h = lowest + rise * index;
    const place = { ...columns[index]!, y: body.y + body.h - h, h };
    const fill = strong[index] ? 'accent' : 'pale';
    const surface = sheet.on(fill);
    canvas.rect(place, tone(fill), { name: 'Step' });
    if (!strong[index]) canvas.rect({ ...place, h: 6 }, tone('accent'), { name: 'Edge' });
    const number = figure(twoDigits(sheet.numberOf(item, index)), 36, surface.accent);
    sheet.ornament(box(place.x + 18, place.y + 18, w - 36, head - 8), number, 'Number', 'top');
    drawStacked(sheet, item, fit, box(place.x + 18, place.y + 20 + head, w - 36, fit.height), surface);
  });
  return true;
}
