/** Points as cards side by side, the heading of each above its text; two points as two panels. */
import { given } from '../../../core/given';
import type { Box } from '../deck/deck';
import { cells, grid, sum } from '../deck/layout';
import type { Surface } from '../templates/template';
import { drawStacked, fitStacked, type PointsFit } from './points-fit';
import type { Item, Sheet } from './sheet';
import { drawLargeSign, haveSigns, largeSign, rule, ruleHeight, sign, standOut } from './signs';

interface StackedLook {
  /** Default: the body, in one row. */
  area?: Box;
  columns?: number;
  sizes?: readonly number[] | undefined;
  /** Height of what is above a text in its card, and width of what is next to it. */
  above?: number;
  left?: number;
  right?: number;
  /** Height of a card that has little text, and what is added to that of the longest text. */
  least: number;
  spare?: number;
  bias?: number;
  /** How much lower each card is. */
  lower?: readonly number[];
  /** Draws what is read before a card. */
  ahead?(item: Item, place: Box, index: number): void;
  /** Whether texts are in the color of headings. */
  ink?: boolean;
  /** Which cards are in the accent color (default: those of emphasized points). */
  strong?: readonly boolean[];
}

interface Card {
  /** The card without its padding. */
  inside: Box;
  surface: Surface;
  index: number;
}

interface StackedCards {
  fit: PointsFit;
  places: Box[];
  /** What the longest text needs of the height of a card, and what its padding takes. */
  needed: number;
  padding: number;
  /** @param mark draws what is in a card besides its text */
  draw(mark?: (item: Item, card: Card) => void, above?: number): void;
}

/** Measures points for equal cards; undefined if they do not fit. */
export function stackedCards(sheet: Sheet, items: Item[], look: StackedLook): StackedCards | undefined {
  const { area = sheet.body, columns = items.length, above = 0, left = 0, right = 0, spare = 8, bias } = look;
  const { least, sizes, strong = standOut(items), lower = [] } = look;
  const cell = grid(area, items.length, columns)[0]!;
  const insides = [false, strong.includes(true)].map((each) => sheet.inside(cell, each));
  const width = Math.min(...insides.map(({ w }) => w)) - left - right;
  const room = Math.min(...insides.map(({ h }) => h));
  const fit = fitStacked(sheet, items, { w: width, h: room - above, sizes });
  if (!fit) return undefined;
  const padding = cell.h - room;
  const needed = fit.height + above + padding + spare;
  const even = cells(area, items.length, needed, { columns, least, ...given({ bias }) });
  const places = even.map((place, index) => ({ ...place, y: place.y + (lower[index] ?? 0) }));
  const draw: StackedCards['draw'] = (mark, offset = above) =>
    sheet.each(items, (item, index) => {
      const place = places[index]!;
      look.ahead?.(item, place, index);
      const surface = sheet.card(place, strong[index]);
      const inside = sheet.inside(place, strong[index]);
      mark?.(item, { inside, surface, index });
      const where = { x: inside.x + left, y: inside.y + offset, w: width, h: fit.height };
      drawStacked(sheet, item, fit, where, look.ink ? { ...surface, quiet: surface.text } : surface);
    });
  return { fit, places, needed, padding, draw };
}

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
  const hasSigns = haveSigns(items);
  const badge = badgeSize + badgeGap;
  for (const columns of arrangements(count, body.w)) {
    const isRow = count <= columns;
    const beside = hasSigns && !isRow && columns <= 2;
    const above = beside ? 0 : hasSigns ? badge : ruleHeight;
    const made = stackedCards(sheet, items, {
      columns,
      above,
      left: beside ? badge : 0,
      least: isRow ? body.h * emptiest : grid(body, count, columns)[0]!.h * 0.72,
      // Four narrow columns at the minimum sizes look like a newspaper, so the next arrangement is tried instead.
      sizes: columns === 4 ? [24, 22, 20, 18, 17, 16, 15] : undefined,
    });
    if (!made) continue;
    const { fit, needed, padding } = made;
    const height = made.places[0]!.h;
    if (filled > 0 && isRow && needed < body.h * emptiest) return false;
    const taken = sum(fit.heights.map((each) => each + above)) / count;
    if (isRow && taken < (height - padding) * filled) continue;
    // A tall card with little text has a larger number or icon.
    const isTall = hasSigns && isRow && height - needed > largeSign.height - badgeSize;
    made.draw(
      (item, { inside, surface }) => {
        if (isTall) drawLargeSign(sheet, item, inside, surface.accent);
        else if (hasSigns) sign(sheet, item, inside.x, inside.y, badgeSize, surface);
        else rule(sheet, inside.x, inside.y, surface.accent);
      },
      isTall ? largeSign.height + badgeGap : above,
    );
    return true;
  }
  return false;
}

/** Two points side by side in panels of the same weight. */
export function columns(sheet: Sheet, items: Item[]): boolean {
  const hasSigns = haveSigns(items);
  const above = hasSigns ? largeSign.height + 8 : ruleHeight + 4;
  const made = stackedCards(sheet, items, { above, right: 8, ink: true, least: sheet.body.h * least });
  made?.draw((item, { inside, surface }) => {
    if (hasSigns) drawLargeSign(sheet, item, inside, surface.accent);
    else rule(sheet, inside.x, inside.y, surface.accent);
  });
  return made !== undefined;
}
