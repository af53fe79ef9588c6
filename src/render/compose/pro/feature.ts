/** Points as one large panel with cards next to it, or as cards at two heights. */
import { box, tone } from '../../canvas/canvas';
import { drawIcon } from '../icons';
import { drawStacked, fitStacked } from '../points-fit';
import { bodySizes, gap, type Item, largeSizes, type Sheet } from '../sheet';
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
  const rows = Math.ceil(others.length / columns);
  const heroWidth = Math.round(body.w * (columns === 2 ? 0.32 : 0.38));
  const w = (body.w - heroWidth - gap * columns) / columns;
  const h = (body.h - gap * (rows - 1)) / rows;
  const room = sheet.inside(box(0, 0, w, h));
  const hasSigns = haveSigns(items);
  const shift = hasSigns ? 2 * markRadius + 14 : 0;
  const above = hasSigns ? numeral.height : 0;
  const fit = fitStacked(sheet, others, {
    headingWidth: room.w - shift,
    textWidth: room.w - shift,
    height: room.h,
    sizes: bodySizes,
  });
  if (!fit) return false;
  const hero = box(body.x, body.y, heroWidth, body.h);
  const inner = box(hero.x + 28, hero.y + 24, hero.w - 56, hero.h - 48);
  const large = fitStacked(sheet, [first], {
    headingWidth: inner.w,
    textWidth: inner.w,
    height: inner.h - above,
    sizes: largeSizes.filter((size) => size >= fit.size && size <= 24),
  });
  if (!large) return false;
  const { onDeep } = template;
  canvas.group('Point 1', () => {
    sheet.panel(hero, 'deep');
    if (first.icon) drawIcon(sheet, first.icon, box(inner.x - 6, inner.y, 76, 76), onDeep.accent);
    if (first.number !== undefined) {
      canvas.text(
        { ...inner, h: numeral.height },
        {
          text: twoDigits(first.number),
          font: 'figure',
          size: numeral.size,
          bold: true,
          tone: tone(onDeep.accent),
          leading: 1,
        },
        { name: 'Number', part: 'ornament' },
      );
    }
    const below = box(inner.x, inner.y + above + (inner.h - above - large.height) / 2, inner.w, large.height);
    drawStacked(sheet, first, large, below, { heading: onDeep.text, text: onDeep.text, accent: onDeep.accent });
  });
  sheet.each(others, (item, index) => {
    const x = body.x + heroWidth + gap + (index % columns) * (w + gap);
    const y = body.y + Math.floor(index / columns) * (h + gap);
    const surface = sheet.card(box(x, y, w, h));
    const inside = sheet.inside(box(x, y, w, h));
    const middle = inside.y + inside.h / 2;
    if (hasSigns) mark(sheet, inside.x + markRadius, middle, markRadius, item);
    const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, surface.text)] : [];
    const specs = [...heading, ...sheet.paragraphs(item.text, fit.size, surface.quiet, surface.accent)];
    const where = box(inside.x + shift, inside.y, inside.w - shift, inside.h);
    sheet.text(specs, where, 'Point', 'middle');
  });
  return true;
}

const step = 44;

/** Cards side by side, every second one lower, each under a mark on its edge. */
export function staggered(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const w = (body.w - gap * (count - 1)) / count;
  if (count < 3 || count > 4 || w < 170) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const radius = hasSigns ? 26 : 9;
  const tallest = body.h - step - radius;
  const room = sheet.inside(box(0, 0, w, tallest), true);
  const head = radius + 8;
  const width = sheet.insideWidth(w);
  const fit = fitStacked(sheet, items, { headingWidth: width, textWidth: width, height: room.h - head });
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
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
  });
  return true;
}
