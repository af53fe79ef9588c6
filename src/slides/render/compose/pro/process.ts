/** Steps as arrows above their texts. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { gap, grid } from '../../deck/layout';
import { stackedCards } from '../cards';
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

/** Returns whether the points fit. */
export function arrows(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const { w } = grid(body, count)[0]!;
  if (count < 3 || count > 5 || w < leastWidth) return false;
  const track = arrowHeight + 16;
  const area = { ...body, y: body.y + track, h: body.h - track };
  const made = stackedCards(sheet, items, {
    area,
    sizes: count > 3 ? [22, 20, 18, 17, 16, 15, 14] : undefined,
    least: area.h * leastOf(items),
    strong: [],
    ahead(item, { x, y: top }, index) {
      const y = top - track;
      const last = index === count - 1;
      const fill = strong[index] ? 'accent' : 'deep';
      // Each one extends into the notch of the next, except for a seam.
      arrow(sheet, x, y, last ? w : w + gap + point - 8, arrowHeight, fill, index === 0);
      const notch = index === 0 ? 0 : point;
      const where = box(x + notch, y, w - notch - (last ? point : 0), arrowHeight);
      const number = twoDigits(sheet.numberOf(item, index));
      sheet.ornament(where, figure(number, 34, sheet.on(fill).accent, { align: 'center' }));
    },
  });
  made?.draw();
  return made !== undefined;
}
