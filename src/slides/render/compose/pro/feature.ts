/** Points as one large panel with cards next to it, or as cards at two heights. */
import { box, inset, tone } from '../../canvas/canvas';
import { gap, grid } from '../../deck/layout';
import { drawIcon } from '../icons';
import { drawStacked, fitStacked } from '../points-fit';
import { bodySizes, figure, type Item, largeSizes, type Sheet } from '../sheet';
import { haveNumbers, haveSigns, standOut, twoDigits } from '../signs';
import { mark } from './mark';

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
  const tallest = body.h - step - radius;
  const room = sheet.inside(box(0, 0, w, tallest), true);
  const head = radius + 8;
  const width = sheet.insideWidth(w);
  const fit = fitStacked(sheet, items, { w: width, h: room.h - head });
  if (!fit) return false;
  const padding = tallest - room.h;
  const h = Math.min(tallest, Math.max(fit.height + head + padding + 24, tallest * 0.62));
  const above = (tallest - h) * 0.4;
  const xs = items.map((_, index) => body.x + index * (w + gap) + w / 2);
  const top = (index: number): number => body.y + above + radius + (index % 2 === 0 ? 0 : step);
  // A line from mark to mark says that one follows the other.
  const following = haveNumbers(items) ? items.slice(1) : [];
  following.forEach((_, index) => {
    canvas.line(xs[index]!, top(index), xs[index + 1]!, top(index + 1), tone('accent', 0.5), 2, { name: 'Track' });
  });
  sheet.each(items, (item, index) => {
    const place = box(xs[index]! - w / 2, top(index), w, h);
    const surface = sheet.card(place, strong[index]);
    const inside = sheet.inside(place, strong[index]);
    const fill = strong[index] ? 'deep' : 'accent';
    if (hasSigns) mark(sheet, xs[index]!, place.y, radius, item, fill);
    else canvas.circle(xs[index]!, place.y, radius, tone(fill), { name: 'Mark' });
    const where = box(inside.x, inside.y + head + Math.max(0, inside.h - head - fit.height) * 0.3, width, fit.height);
    drawStacked(sheet, item, fit, where, surface);
  });
  return true;
}
