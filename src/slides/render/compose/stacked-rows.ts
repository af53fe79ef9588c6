/** Points below each other in the whole width, the heading of each above its text: as one list, or as wide cards. */
import { box, tone } from '../canvas/canvas';
import type { Role } from '../deck/deck';
import { cells, grid, stack } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import type { Item, Sheet } from './sheet';
import { bullet, haveSigns, sign, standOut } from './signs';

const sizes = [24, 22, 20, 18] as const;
const signWidth = 56;
const bulletWidth = 26;
const padding = 18;
const mostLines = 2;
const mostSpare = 44;
const between = 14;
const headingOf = (size: number): number => Math.round(size * 1.25);

interface Stack {
  size: number;
  heights: number[];
}

function specsOf(sheet: Sheet, item: Item, size: number, roles: { heading: Role; text: Role }): ParagraphSpec[] {
  const [text] = sheet.paragraphs(item.text, size, roles.text, roles.text);
  return [sheet.heading(item.heading, headingOf(size), roles.heading), { ...text!, before: size * 0.3 }];
}

/** The largest readable size at which every point has a heading of one line and a short text. */
function stackOf(sheet: Sheet, items: Item[], room: { w: number; h: number }): Stack | undefined {
  if (items.length < 2 || items.some(({ heading, text }) => !heading || text.length !== 1)) return undefined;
  for (const size of sizes) {
    const fit = sheet.fit(items, [size], room, (item) => specsOf(sheet, item, size, { heading: 'ink', text: 'ink' }));
    const isShort = fit?.measured.every(
      ({ paragraphs: [heading, text] }) => heading!.lines.length === 1 && text!.lines.length <= mostLines,
    );
    if (fit && isShort) return { size, heights: fit.measured.map(({ height }) => height) };
  }
  return undefined;
}

/** Rows between rules, whose texts are one list in an editor. Returns whether the points fit. */
export function stackedRows(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface } = sheet;
  const hasSigns = haveSigns(items);
  const left = hasSigns ? signWidth : bulletWidth;
  const w = body.w - left;
  const found = stackOf(sheet, items, { w, h: body.h / items.length - padding });
  if (!found) return false;
  const { size, heights } = found;
  const strong = standOut(items);
  const rows = stack(
    body,
    heights.map((height) => height + padding),
    mostSpare,
  );
  const list = { name: 'List' };
  items.forEach((item, index) => {
    const { y, h } = rows[index]!;
    const top = y + (h - heights[index]!) / 2;
    const middle = top + headingOf(size) * 0.62;
    if (index > 0) canvas.line(body.x, y, body.x + body.w, y, tone(surface.line));
    if (hasSigns) sign(sheet, item, body.x, middle - 16, 32, surface);
    else bullet(sheet, body.x + 6, middle, surface.accent);
    const roles = { heading: strong[index] ? surface.accent : surface.text, text: surface.quiet };
    sheet.text(specsOf(sheet, item, size, roles), box(body.x + left, top, w, heights[index]!), 'Point', 'top', list);
  });
  return true;
}

/** Wide cards with all of their text. Returns whether the points fit. */
export function stackedTiers(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  const count = items.length;
  if (count > 4) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const place = grid(body, count, 1, between)[0]!;
  const room = sheet.inside(place, strong.includes(true));
  const left = hasSigns ? signWidth : 4;
  const w = room.w - left;
  const found = stackOf(sheet, items, { w, h: room.h });
  if (!found) return false;
  const { size, heights } = found;
  const needed = Math.max(...heights) + place.h - room.h + 20;
  const places = cells(body, count, needed, { columns: 1, between, bias: 0.35, least: (body.h * 0.8) / count });
  sheet.each(items, (item, index) => {
    const where = places[index]!;
    const surface = sheet.card(where, strong[index]);
    const inside = sheet.inside(where, strong[index]);
    if (hasSigns) sign(sheet, item, inside.x, inside.y + inside.h / 2 - 17, 34, surface);
    const specs = specsOf(sheet, item, size, { heading: surface.text, text: surface.quiet });
    sheet.text(specs, box(inside.x + left, inside.y, w, inside.h), 'Point', 'middle');
  });
  return true;
}
