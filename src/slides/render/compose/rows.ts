/** Points as rows: a number, an icon or a bullet, then heading and text. */
import { box, tone } from '../canvas/canvas';
import { grid, rowsOf, stack, sum } from './layout';
import { haveOneText } from './pillars';
import { fitRows } from './points-fit';
import { type Item, largeSizes, type Sheet } from './sheet';
import { bullet, haveSigns, sign, standOut } from './signs';
import { stackedRows, stackedTiers } from './stacked-rows';

const signWidth = 56;
const bulletWidth = 26;
const padding = 26;

/** Rows between rules. Returns whether the points fit. */
export function rows(sheet: Sheet, items: Item[]): boolean {
  if (stackedRows(sheet, items)) return true;
  const { body, canvas, surface } = sheet;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  // A bullet marks one point among several.
  const alone = items.length === 1 && !hasSigns;
  const left = hasSigns ? signWidth : alone ? 0 : bulletWidth;
  const bare = items.every((item) => item.text.length === 0);
  const headless = items.every((item) => !item.heading);
  const width = body.w - left;
  const headingWidth = bare ? width : headless ? 0 : Math.round(width * 0.32);
  const textWidth = headless ? width : width - headingWidth - 24;
  const fit = fitRows(sheet, items, { headingWidth, textWidth, height: body.h, padding });
  if (!fit) return false;
  // Spare height is distributed, up to a distance that still looks coherent.
  const places = stack(body, fit.rows, items.length > 3 ? 52 : 84);
  // Points without both heading and text are a list, which an editor shows as one text.
  const list = bare || headless ? { name: 'List' } : undefined;
  const draw = (item: Item, index: number): void => {
    const { y, h } = places[index]!;
    if (index > 0) canvas.line(body.x, y, body.x + body.w, y, tone(surface.line));
    if (hasSigns) sign(sheet, item, body.x, y + h / 2 - 16, 32, surface);
    else if (!alone) bullet(sheet, body.x + 6, y + h / 2, surface.accent);
    const inner = h - padding + 2;
    const top = y + padding / 2 - 1;
    if (item.heading) {
      const spec = sheet.heading(item.heading, fit.headingSize, strong[index] ? surface.accent : surface.text);
      // Without a text next to it, a heading has the whole width.
      const w = item.text.length === 0 ? width : headingWidth;
      sheet.text([spec], box(body.x + left, top, w, inner), 'Heading', 'middle', list);
    }
    const specs = sheet.paragraphs(item.text, fit.size, headless ? surface.text : surface.quiet, surface.accent);
    const x = body.x + body.w - textWidth;
    sheet.text(specs, box(x, top, textWidth, inner), 'Text', 'middle', list);
  };
  if (list) items.forEach(draw);
  else sheet.each(items, draw);
  return true;
}

const between = 14;

/** Wide cards below each other: heading above the text, or to the left of a longer one. Returns whether they fit. */
export function tiers(sheet: Sheet, items: Item[]): boolean {
  if (stackedTiers(sheet, items)) return true;
  return inRows(sheet, items, (where, strong) => {
    const surface = sheet.card(where, strong);
    return { heading: surface, text: surface };
  });
}

/** The same with the headings on the deep color. */
export function bands(sheet: Sheet, items: Item[]): boolean {
  const { canvas, template } = sheet;
  if (haveOneText(items)) return false;
  return inRows(sheet, items, (where, strong, headingWidth) => {
    sheet.panel(where, 'pale');
    const role = template.onAccent;
    canvas.rect({ ...where, w: headingWidth }, tone(strong ? 'accent' : 'deep'), { name: 'Head' });
    const on = strong ? { text: role, quiet: role, accent: role, line: role } : template.onDeep;
    return { heading: on, text: sheet.surface };
  });
}

type Ground = Record<'heading' | 'text', Sheet['surface']>;

function inRows(
  sheet: Sheet,
  items: Item[],
  ground: (where: ReturnType<typeof box>, strong: boolean, headingWidth: number) => Ground,
): boolean {
  const { body } = sheet;
  const count = items.length;
  const single = haveOneText(items);
  if (count < 2 || count > 4) return false;
  if (!single && items.some(({ heading, text }) => !heading || text.length === 0)) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const roomiest = grid(body, count, 1, between)[0]!.h;
  const room = sheet.inside(box(0, 0, body.w, roomiest));
  const side = 24;
  const left = side + (hasSigns ? signWidth : 0);
  // Points of one text have the whole width.
  const column = single ? left - side : Math.round(body.w * (hasSigns ? 0.38 : 0.34));
  const textWidth = body.w - column - 2 * side;
  const headingWidth = single ? textWidth : column - left - 16;
  const fit = fitRows(sheet, items, {
    headingWidth,
    textWidth,
    height: room.h * count,
    padding: 0,
    sizes: largeSizes.slice(1),
  });
  if (!fit) return false;
  const tallest = Math.max(...fit.rows);
  if (tallest > room.h) return false;
  const h = Math.min(roomiest, Math.max(tallest + roomiest - room.h + 16, (body.h * 0.8) / count));
  const places = rowsOf(body, h, count, 1, { between, bias: 0.35 });
  sheet.each(items, (item, index) => {
    const where = places[index]!;
    const on = ground(where, strong[index]!, column);
    const inside = { ...sheet.inside(where), x: where.x };
    if (hasSigns) sign(sheet, item, where.x + side, inside.y + inside.h / 2 - 17, 34, on.heading);
    const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, on.heading.text)] : [];
    sheet.text(heading, box(where.x + left, inside.y, headingWidth, inside.h), 'Heading', 'middle');
    const specs = sheet.paragraphs(item.text, fit.size, single ? on.text.text : on.text.quiet, on.text.accent);
    sheet.text(specs, box(where.x + column + side, inside.y, textWidth, inside.h), 'Text', 'middle');
  });
  return true;
}

/** Rows whose headings share a panel, like the first column of a table. Returns whether the points fit. */
export function ledger(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface, template } = sheet;
  const count = items.length;
  if (count < 2 || items.some(({ heading, text }) => !heading || text.length === 0)) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const column = Math.round(body.w * 0.34);
  const left = 22 + (hasSigns ? 48 : 0);
  const [headingWidth, textWidth] = [column - left - 18, body.w - column - 28];
  const fit = fitRows(sheet, items, { headingWidth, textWidth, height: body.h, padding: 24 });
  if (!fit) return false;
  const places = stack(body, fit.rows, 72, 0.35);
  sheet.panel(box(body.x, places[0]!.y, column, sum(places.map(({ h }) => h))), 'deep');
  sheet.each(items, (item, index) => {
    const { y, h: row } = places[index]!;
    const { onDeep } = template;
    if (index > 0) {
      canvas.line(body.x + 22, y, body.x + column - 18, y, tone(onDeep.line));
      canvas.line(body.x + column + 24, y, body.x + body.w, y, tone(surface.line));
    }
    if (hasSigns) sign(sheet, item, body.x + 20, y + row / 2 - 16, 32, onDeep);
    const heading = sheet.heading(item.heading, fit.headingSize, strong[index] ? onDeep.accent : onDeep.text);
    sheet.text([heading], box(body.x + left, y + 10, headingWidth, row - 20), 'Heading', 'middle');
    const specs = sheet.paragraphs(item.text, fit.size, surface.text, surface.accent);
    sheet.text(specs, box(body.x + column + 28, y + 10, textWidth, row - 20), 'Text', 'middle');
  });
  return true;
}
