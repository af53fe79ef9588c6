/** Points in an order: numbered stations on a line. */
import { box, tone } from '../canvas/canvas';
import { band, grid, stack } from './layout';
import { drawStacked, fitRows, fitStacked } from './points-fit';
import { figure, type Item, type Sheet } from './sheet';
import { standOut } from './signs';

const ordinal =
  /^(?:step|phase|stage|week|month|day|quarter|sprint|q[1-4]\b|first|second|third|fourth|then|next|finally|last|\d{1,2}[.)、](?!\d)|(?:19|20)\d\d\b|第[一二三四五六七八九十\d]+|[一二三四五六七八九十]+、|步骤|阶段)/iu;
const sequentialTitle =
  /\b(?:steps|roadmap|timeline|process|phases|milestones|schedule|how it works)\b|流程|步骤|步走|步推进|路线图|里程碑|时间表|日程|进度安排/iu;

/** Whether the points form a sequence: an ordered list, or points whose words say so. */
export function isSequence(title: string, items: Item[]): boolean {
  if (items.length < 3) return false;
  if (items.every(({ number }) => number !== undefined)) return true;
  const marked = items.filter((item) => ordinal.test(item.heading)).length;
  return marked * 3 >= items.length * 2 || (sequentialTitle.test(title) && items.every((item) => item.heading));
}

/** Returns whether the points fit. */
export function steps(sheet: Sheet, items: Item[]): boolean {
  return across(sheet, items) || down(sheet, items);
}

const radius = 21;

/** Share of the height that the cards below the stations have at least. */
const leastOf = (items: Item[]): number => (items.some(({ text }) => text.length > 0) ? 0.66 : 0.5);

function station(sheet: Sheet, x: number, y: number, label: string, strong: boolean): void {
  const { canvas, template, surface } = sheet;
  const fill = tone(strong ? 'accent' : 'paper');
  canvas.circle(x, y, radius, fill, { name: 'Station', stroke: { tone: tone('accent'), width: 2 } });
  const role = strong ? template.onAccent : surface.text;
  const where = box(x - radius, y - radius, 2 * radius, 2 * radius);
  sheet.ornament(where, figure(label, 18, role, { align: 'center' }));
}

function across(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const { w } = grid(body, count)[0]!;
  if (count > 5 || w < 150) return false;
  const track = 2 * radius + 22;
  const under = { ...body, h: body.h - track };
  const room = sheet.inside(box(0, 0, w, under.h), true);
  const width = sheet.insideWidth(w);
  const sizes = count > 3 ? [24, 22, 20, 18, 17, 16, 15, 14] : undefined;
  const fit = fitStacked(sheet, items, { w: width, h: room.h, sizes });
  if (!fit) return false;
  const whole = band(under, fit.height + under.h - room.h + 6, { least: leastOf(items), bias: 0.42 });
  const places = grid({ ...whole, y: whole.y + track }, count);
  const y = whole.y + radius + 1;
  canvas.line(body.x + radius, y, places.at(-1)!.x + radius, y, tone('accent'), 2, { name: 'Track' });
  sheet.each(items, (item, index) => {
    const place = places[index]!;
    station(sheet, place.x + radius + 1, y, sheet.numberOf(item, index), strong[index]!);
    const surface = sheet.card(place, strong[index]);
    const inside = sheet.inside(place, strong[index]);
    drawStacked(sheet, item, fit, box(inside.x, inside.y, width, fit.height), surface);
  });
  return true;
}

function down(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const strong = standOut(items);
  const left = 2 * radius + 24;
  const width = body.w - left;
  const bare = items.every(({ text }) => text.length === 0);
  const headingWidth = bare ? width : Math.round(width * 0.34);
  const textWidth = width - headingWidth - 20;
  const fit = fitRows(sheet, items, { headingWidth, textWidth, height: body.h, padding: 18 });
  if (!fit || fit.rows.some((row) => row < 2 * radius - 4)) return false;
  const rows = stack(body, fit.rows, 64);
  const middles = rows.map(({ y, h }) => y + h / 2);
  const x = body.x + radius + 1;
  canvas.line(x, middles[0]!, x, middles.at(-1)!, tone('accent'), 2, { name: 'Track' });
  sheet.each(items, (item, index) => {
    station(sheet, x, middles[index]!, sheet.numberOf(item, index), strong[index]!);
    const h = rows[index]!.h - 8;
    const top = rows[index]!.y + 4;
    const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, surface.text)] : [];
    sheet.text(heading, box(body.x + left, top, headingWidth, h), 'Heading', 'middle');
    const text = sheet.paragraphs(item.text, fit.size, surface.quiet, surface.accent);
    sheet.text(text, box(body.x + body.w - textWidth, top, textWidth, h), 'Text', 'middle');
  });
  return true;
}
