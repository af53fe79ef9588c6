/** Points alternately left and right of a spine. */
import { box, inset, tone } from '../../canvas/canvas';
import { fitStacked } from '../points-fit';
import { bodySizes, type Item, type Sheet } from '../sheet';
import { haveSigns, mark, standOut } from '../signs';

const radius = 22;
const spine = 2 * radius + 44;
const between = 14;
/** Less than in other cards, because every row holds a whole point. */
const padding = { across: 20, along: 12 };

/** Returns whether the points fit. */
export function zigzag(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const count = items.length;
  if (count < 3 || body.w < 600) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const w = (body.w - spine) / 2;
  const step = (body.h + between) / (count + 1);
  const h = 2 * step - between;
  const room = inset(box(0, 0, w, h), padding.across, padding.along);
  const fit = fitStacked(sheet, items, { w: room.w, h: room.h, sizes: [24, 22, ...bodySizes] });
  if (!fit) return false;
  const x = body.x + body.w / 2;
  canvas.line(x, body.y, x, body.y + body.h, tone('line'), 3, { name: 'Spine' });
  sheet.each(items, (item, index) => {
    const left = index % 2 === 0;
    const fill = strong[index] ? 'accent' : 'deep';
    const y = body.y + index * step;
    const place = box(left ? body.x : body.x + w + spine, y, w, h);
    const middle = y + h / 2;
    const edge = left ? place.x + w : place.x;
    canvas.line(left ? edge + 4 : edge - 4, middle, x, middle, tone('accent'), 2, { name: 'Branch' });
    sheet.panel(place, 'pale');
    if (sheet.radius === 0) canvas.rect({ ...place, x: left ? edge - 5 : edge, w: 5 }, tone(fill), { name: 'Edge' });
    const inside = inset(place, padding.across, padding.along);
    if (hasSigns) mark(sheet, x, middle, radius, item, fill);
    else canvas.circle(x, middle, 8, tone(fill), { name: 'Mark' });
    sheet.text(sheet.point(item, fit.size, surface), inside, 'Point', 'middle');
  });
  return true;
}
