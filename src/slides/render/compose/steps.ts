/** Points in an order: numbered stations on a line. */
import { box, tone } from '../canvas/canvas';
import { grid, stack } from '../deck/layout';
import { stackedCards } from './cards';
import { headedRows } from './rows';
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
  if (count > 5 || grid(body, count)[0]!.w < 150) return false;
  const track = 2 * radius + 22;
  const area = { ...body, y: body.y + track, h: body.h - track };
  const sizes = count > 3 ? [24, 22, 20, 18, 17, 16, 15, 14] : undefined;
  const made = stackedCards(sheet, items, {
    area,
    sizes,
    least: area.h * leastOf(items),
    spare: 6,
    bias: 0.42,
    ahead(item, { x, y }, index) {
      station(sheet, x + radius + 1, y - track + radius + 1, sheet.numberOf(item, index), strong[index]!);
    },
  });
  if (!made) return false;
  const [first, last] = [made.places[0]!, made.places.at(-1)!];
  const y = first.y - track + radius + 1;
  canvas.line(body.x + radius, y, last.x + radius, y, tone('accent'), 2, { name: 'Track' });
  made.draw();
  return true;
}

function down(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const left = 2 * radius + 24;
  const x = body.x + radius + 1;
  return headedRows(sheet, items, {
    left,
    heading: Math.round((body.w - left) * 0.34),
    gap: 20,
    padding: 18,
    places: (heights) => (heights.some((each) => each < 2 * radius - 4) ? undefined : stack(body, heights, 64)),
    behind(places) {
      const [first, last] = [places[0]!, places.at(-1)!];
      canvas.line(x, first.y + first.h / 2, x, last.y + last.h / 2, tone('accent'), 2, { name: 'Track' });
    },
    ground({ where: { y, h }, index, strong }, item) {
      station(sheet, x, y + h / 2, sheet.numberOf(item, index), strong);
      return { ...surface, heading: surface.text, text: surface.quiet };
    },
  });
}
