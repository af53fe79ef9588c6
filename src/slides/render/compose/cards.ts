/** Points as cards side by side; two points as two panels. */
import { box } from '../canvas/canvas';
import { band, grid, rowsOf, sum } from './layout';
import { drawStacked, fitStacked } from './points-fit';
import type { Item, Sheet } from './sheet';
import { drawLargeSign, haveSigns, largeSign, rule, ruleHeight, sign, standOut } from './signs';

const badgeSize = 34;
const badgeGap = 14;
/** Share of the height that panels have at least; shorter ones would leave the page empty. */
const least = 0.5;
/** Texts that need less of the height would leave their cards empty, so another arrangement is better. */
const emptiest = 0.46;
/** Cards in one row whose texts fill less than this share of them on average look empty. */
const leastFilled = 0.72;

/** Column counts to try, best-looking first. */
function arrangements(count: number, width: number): number[] {
  if (count <= 2) return [count];
  if (count === 3) return width > 660 ? [3] : [1];
  if (count === 4 || count === 8) return width > 780 ? [4, 2] : [2];
  return width > 660 ? [3, 2] : [2];
}

/** Returns whether the points fit and fill their cards. */
export const cards = (sheet: Sheet, items: Item[]): boolean => draw(sheet, items, leastFilled);

/** Cards of points that fit nowhere else, however empty. */
export const looseCards = (sheet: Sheet, items: Item[]): boolean => draw(sheet, items, 0);

function draw(sheet: Sheet, items: Item[], filled: number): boolean {
  const { body } = sheet;
  const count = items.length;
  // A last row of a single card looks like an afterthought.
  if (count === 7) return false;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  for (const columns of arrangements(count, body.w)) {
    const rows = Math.ceil(count / columns);
    const place = grid(body, count, columns)[0]!;
    const { w, h: roomiest } = place;
    const room = Math.min(sheet.inside(place).h, sheet.inside(place, strong.includes(true)).h);
    const beside = hasSigns && rows > 1 && columns <= 2;
    const shift = beside ? badgeSize + badgeGap : 0;
    const above = beside ? 0 : hasSigns ? badgeSize + badgeGap : ruleHeight;
    const width = (strong.includes(true) ? sheet.insideWidth(w) : sheet.inside(place).w) - shift;
    // Four narrow columns at the minimum sizes look like a newspaper, so the next arrangement is tried instead.
    const sizes = columns === 4 ? [24, 22, 20, 18, 17, 16, 15] : undefined;
    const fit = fitStacked(sheet, items, { w: width, h: room - above, sizes });
    if (!fit) continue;
    const padding = roomiest - room;
    const needed = fit.height + above + padding + 8;
    if (filled > 0 && rows === 1 && needed < body.h * emptiest) return false;
    const h = Math.min(roomiest, Math.max(needed, rows === 1 ? body.h * emptiest : roomiest * 0.72));
    const taken = sum(fit.heights.map((each) => each + above)) / count;
    if (rows === 1 && taken < (h - padding) * filled) continue;
    // A tall card with little text has a larger number or icon.
    const tall = hasSigns && rows === 1 && h - needed > largeSign.height - badgeSize;
    const places = rowsOf(body, h, count, columns);
    sheet.each(items, (item, index) => {
      const surface = sheet.card(places[index]!, strong[index]);
      const inside = sheet.inside(places[index]!, strong[index]);
      if (tall) drawLargeSign(sheet, item, inside, surface.accent);
      else if (hasSigns) sign(sheet, item, inside.x, inside.y, badgeSize, surface);
      else rule(sheet, inside.x, inside.y, surface.accent);
      const y = inside.y + (tall ? largeSign.height + badgeGap : above);
      drawStacked(sheet, item, fit, box(inside.x + shift, y, width, fit.height), surface);
    });
    return true;
  }
  return false;
}

/** Two points side by side in panels of the same weight. */
export function columns(sheet: Sheet, items: Item[]): boolean {
  const { body } = sheet;
  const strong = standOut(items);
  const hasSigns = haveSigns(items);
  const { w } = grid(body, 2)[0]!;
  const inner = sheet.insideWidth(w) - 8;
  const padding = 100 - sheet.inside(box(0, 0, w, 100), true).h;
  const above = hasSigns ? largeSign.height + 8 : ruleHeight + 4;
  const fit = fitStacked(sheet, items, { w: inner, h: body.h - padding - above });
  if (!fit) return false;
  const places = grid(band(body, fit.height + padding + above + 8, { least }), 2);
  sheet.each(items, (item, index) => {
    const surface = sheet.card(places[index]!, strong[index]);
    const inside = sheet.inside(places[index]!, strong[index]);
    if (hasSigns) drawLargeSign(sheet, item, { ...inside, w: inner }, surface.accent);
    else rule(sheet, inside.x, inside.y, surface.accent);
    const where = box(inside.x, inside.y + above, inner, fit.height);
    drawStacked(sheet, item, fit, where, { ...surface, quiet: surface.text });
  });
  return true;
}
