/** Points as one large panel with cards next to it, or as cards at two heights. */
import { box, inset, tone } from '../../canvas/canvas';
import { gap, grid } from '../../deck/layout';
import { stackedCards } from '../cards';
import { drawIcon } from '../icons';
import { drawStacked, fitStacked } from '../points-fit';
import { bodySizes, figure, type Item, largeSizes, type Sheet } from '../sheet';
import { haveNumbers, haveSigns, mark, standOut, twoDigits } from '../signs';

const numeral = { size: 84, height: 96 };
const markRadius = 20;

/**
 * The first point, which its author emphasized, large on the deep color, the others in cards to its right. Returns
 * whether the points fit.
 */
export function feature(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, template } = sheet;
  const [first, ...others] = items;
  if (!first || others.length < 2 || others.length > 4) return false;
  const columns = others.length > 3 && body.w > 800 ? 2 : 1;
  const heroWidth = Math.round(body.w * (columns === 2 ? 0.32 : 0.38));
  const right = { ...body, x: body.x + heroWidth + gap, w: body.w - heroWidth - gap };
  const places = grid(right, others.length, columns);
  const room = sheet.inside(places[0]!);
  const hasSigns = haveSigns(items);
  const shift = hasSigns ? 2 * markRadius + 14 : 0;
  const above = hasSigns ? numeral.height : 0;
  const fit = fitStacked(sheet, others, { w: room.w - shift, h: room.h, sizes: bodySizes });
  if (!fit) return false;
  const hero = { ...body, w: heroWidth };
  const inner = inset(hero, 28, 24);
  const sizes = largeSizes.filter((size) => size >= fit.size && size <= 24);
  const large = fitStacked(sheet, [first], { w: inner.w, h: inner.h - above, sizes });
  if (!large) return false;
  const { onDeep } = template;
  canvas.group('Point 1', () => {
    sheet.panel(hero, 'deep');
    if (first.icon) drawIcon(sheet, first.icon, box(inner.x - 6, inner.y, 76, 76), onDeep.accent);
    if (first.number !== undefined) {
      const number = figure(twoDigits(first.number), numeral.size, onDeep.accent, { leading: 1 });
      sheet.ornament({ ...inner, h: numeral.height }, number, 'Number', 'top');
    }
    const below = box(inner.x, inner.y + above + (inner.h - above - large.height) / 2, inner.w, large.height);
    drawStacked(sheet, first, large, below, { ...onDeep, quiet: onDeep.text });
  });
  sheet.each(others, (item, index) => {
    const surface = sheet.card(places[index]!);
    const inside = sheet.inside(places[index]!);
    if (hasSigns) mark(sheet, inside.x + markRadius, inside.y + inside.h / 2, markRadius, item);
    const where = { ...inside, x: inside.x + shift, w: inside.w - shift };
    sheet.text(sheet.point(item, fit.size, surface), where, 'Point', 'middle');
  });
  return true;
}

const step = 44;

/** Cards side by side, every second one lower, each under a mark on its edge. */
export function staggered(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const { w } = grid(body, count)[0]!;
  if (count < 3 || count > 4 || w < 170) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const radius = hasSigns ? 26 : 9;
  const above = radius + 8;
  const area = { ...body, y: body.y + radius, h: body.h - step - radius };
  const lower = items.map((_, index) => (index % 2 === 0 ? 0 : step));
  const made = stackedCards(sheet, items, { area, lower, above, spare: 24, least: area.h * 0.62 });
  if (!made) return false;
  const marks = made.places.map(({ x, y }) => ({ x: x + w / 2, y }));
  // A line from mark to mark says that one follows the other.
  const following = haveNumbers(items) ? marks.slice(1) : [];
  following.forEach((to, index) => {
    const from = marks[index]!;
    canvas.line(from.x, from.y, to.x, to.y, tone('accent', 0.5), 2, { name: 'Track' });
  });
  const spare = made.places[0]!.h - made.padding - above - made.fit.height;
  made.draw(
    (item, { index }) => {
      const { x, y } = marks[index]!;
      const fill = strong[index] ? 'deep' : 'accent';
      if (hasSigns) mark(sheet, x, y, radius, item, fill);
      else canvas.circle(x, y, radius, tone(fill), { name: 'Mark' });
    },
    above + Math.max(0, spare) * 0.3,
  );
  return true;
}
