/** Points in an order: numbered stations on a line. */
import { box, tone } from '../canvas/canvas';
import { drawStacked, fitRows, fitStacked } from './points-fit';
import { gap, type Item, type Sheet } from './sheet';
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
  canvas.text(
    box(x - radius, y - radius, 2 * radius, 2 * radius),
    {
      text: label,
      font: 'figure',
      size: 18,
      bold: true,
      tone: tone(strong ? template.onAccent : surface.text),
      align: 'center',
      leading: 1.1,
    },
    { name: 'Number', part: 'ornament', anchor: 'middle' },
  );
}

function across(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas } = sheet;
  const count = items.length;
  const strong = standOut(items);
  const w = (body.w - gap * (count - 1)) / count;
  if (count > 5 || w < 150) return false;
  const track = 2 * radius + 22;
  const room = sheet.inside(box(0, 0, w, body.h - track), true);
  const width = sheet.insideWidth(w);
  const fit = fitStacked(sheet, items, {
    headingWidth: width,
    textWidth: width,
    height: room.h,
    ...(count > 3 ? { sizes: [24, 22, 20, 18, 17, 16, 15, 14] } : {}),
  });
  if (!fit) return false;
  const padding = body.h - track - room.h;
  const h = Math.min(body.h - track, Math.max(fit.height + padding + 6, (body.h - track) * leastOf(items)));
  const top = body.y + (body.h - track - h) * 0.42;
  const y = top + radius + 1;
  canvas.line(body.x + radius, y, body.x + (count - 1) * (w + gap) + radius, y, tone('accent'), 2, { name: 'Track' });
  sheet.each(items, (item, index) => {
    const x = body.x + index * (w + gap);
    station(sheet, x + radius + 1, y, sheet.numberOf(item, index), strong[index]!);
    const place = box(x, top + track, w, h);
    const surface = sheet.card(place, strong[index]);
    const inside = sheet.inside(place, strong[index]);
    const where = box(inside.x, inside.y, width, fit.height);
    drawStacked(sheet, item, fit, where, { heading: surface.text, text: surface.quiet, accent: surface.accent });
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
  const free = body.h - fit.rows.reduce((sum, row) => sum + row, 0);
  const extra = Math.min(free / items.length, 64);
  const tops: number[] = [];
  let y = body.y + (free - extra * items.length) * 0.3;
  for (const row of fit.rows) {
    tops.push(y);
    y += row + extra;
  }
  const middle = (index: number): number => tops[index]! + (fit.rows[index]! + extra) / 2;
  const x = body.x + radius + 1;
  canvas.line(x, middle(0), x, middle(items.length - 1), tone('accent'), 2, { name: 'Track' });
  sheet.each(items, (item, index) => {
    station(sheet, x, middle(index), sheet.numberOf(item, index), strong[index]!);
    const h = fit.rows[index]! + extra - 8;
    const top = tops[index]! + 4;
    const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, surface.text)] : [];
    sheet.text(heading, box(body.x + left, top, headingWidth, h), 'Heading', 'middle');
    const text = sheet.paragraphs(item.text, fit.size, surface.quiet, surface.accent);
    sheet.text(text, box(body.x + body.w - textWidth, top, textWidth, h), 'Text', 'middle');
  });
  return true;
}
