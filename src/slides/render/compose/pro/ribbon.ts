/** Points with dates: the dates on a ribbon of arrows, the events alternately above and below. */
import { box, inset, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { gap } from '../../deck/layout';
import type { ParagraphSpec } from '../../text/measure';
import { bodySizes, figure, type Item, type Sheet } from '../sheet';
import { standOut } from '../signs';
import { stationsOf, words } from '../timeline';
import { arrow } from './process';

const thickness = 58;
const stalk = 18;
const padding = 16;

/** Returns whether the points fit. */
export function ribbon(sheet: Sheet, items: Item[]): boolean {
  const all = stationsOf(items);
  const { body, canvas, template, surface } = sheet;
  if (!all || all.length > 6) return false;
  const count = all.length;
  const strong = standOut(all);
  const segment = body.w / count;
  const date = (text: string, size: number, role: Role = template.onAccent): ParagraphSpec =>
    figure(text, size, role, { align: 'center', leading: 1.2 });
  const dates = all.map((each) => each.date);
  const dateSize = sheet.lineSize(dates, [22, 20, 18, 17, 16, 15, 14], segment - 58, date);
  if (!dateSize) return false;
  // Cards on one side are two segments apart; the first and last ones align with the edges of the body.
  const w = Math.min((5 * segment - 2 * gap) / 3, (body.w - gap) / 2, 340);
  const half = (body.h - thickness) / 2 - stalk;
  const room = { w: w - 2 * padding, h: half - 2 * padding };
  const fit = sheet.fit(all, [26, 24, 22, ...bodySizes], room, (each, size) => words(sheet, each, size));
  if (!fit || fit.measured.some((each) => each.lineCount === 0)) return false;
  const y = body.y + (body.h - thickness) / 2;
  const h = Math.min(half, fit.tallest + 2 * padding + 8);
  sheet.each(all, (each, index) => {
    const x = body.x + index * segment;
    const last = index === count - 1;
    const above = index % 2 === 0;
    arrow(sheet, x, y, last ? segment : segment + 20, thickness, strong[index] ? 'accent' : 'deep', index === 0);
    const spec = date(each.date, dateSize, strong[index] ? template.onAccent : template.onDeep.text);
    canvas.text(box(x + 24, y, segment - 48, thickness), spec, { name: 'Date', anchor: 'middle' });
    const middle = x + segment / 2;
    const left = Math.min(Math.max(middle - w / 2, body.x), body.x + body.w - w);
    const top = above ? y - stalk - h : y + thickness + stalk;
    const from = above ? y : y + thickness;
    canvas.line(middle, from, middle, above ? from - stalk : from + stalk, tone('accent'), 2, { name: 'Stalk' });
    const place = box(left, top, w, h);
    sheet.panel(place, 'pale');
    if (sheet.radius === 0) {
      canvas.rect(box(left, above ? top + h - 4 : top, w, 4), tone(surface.accent), { name: 'Edge' });
    }
    sheet.text(words(sheet, each, fit.size), inset(place, padding), 'Event', 'middle');
  });
  return true;
}
