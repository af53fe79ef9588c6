/** Points below each other: a number, an icon or a bullet, then the heading, and the text next to it or below. */
import { box, inset, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import { cells, grid, stack, sum } from '../deck/layout';
import type { Surface } from '../templates/template';
import { fitRows } from './points-fit';
import { type Item, largeSizes, type Sheet } from './sheet';
import { haveOneText } from './short-points';
import { bullet, haveSigns, sign, standOut } from './signs';
import { stackedRows, stackedTiers } from './stacked-rows';

const signWidth = 56;
const bulletWidth = 26;
/** A text that has the slide to itself. */
const aloneSizes = [34, 30, ...largeSizes];

interface Row {
  where: Box;
  index: number;
  strong: boolean;
}

/** Columns from the left edge of the body: a margin, the headings, a gap, the texts, a margin. */
interface Columns {
  left: number;
  heading: number;
  gap: number;
  right?: number;
}

interface RowsLook extends Columns {
  sizes?: readonly number[];
  /** Of all texts together (default: that of the body). */
  height?: number;
  /** Added to the height of each text. */
  padding: number;
  /** The places of rows that need these heights; undefined if they have no room. */
  places(heights: readonly number[]): Box[] | undefined;
  /** Draws what all rows share behind them. */
  behind?(places: readonly Box[]): void;
  /** Draws what is behind the words of a row; returns their colors, and their place if it is not the row. */
  ground(row: Row, item: Item): { heading: Role; text: Role; accent: Role; inside?: Box };
  /** An editor shows all of it as one text. */
  list?: boolean;
}

/** Headings on the left, texts next to them, all in one size. Returns whether the points fit. */
export function headedRows(sheet: Sheet, items: Item[], look: RowsLook): boolean {
  const { body } = sheet;
  const { left, right = 0, height = body.h, padding, sizes } = look;
  const strong = standOut(items);
  const width = body.w - left - right;
  // Headings alone, or texts alone, have the whole width.
  const isWhole = items.every(({ text }) => text.length === 0) || items.every(({ heading }) => !heading);
  const headingWidth = isWhole ? width : look.heading;
  const textWidth = width - (isWhole ? 0 : look.heading + look.gap);
  const room = { headingWidth, textWidth, height, padding, ...(sizes ? { sizes } : {}) };
  const fit = fitRows(sheet, items, room);
  const places = fit && look.places(fit.rows);
  if (!fit || !places) return false;
  look.behind?.(places);
  const list = look.list ? { name: 'List' } : undefined;
  const draw = (item: Item, index: number): void => {
    const where = places[index]!;
    const role = look.ground({ where, index, strong: strong[index]! }, item);
    const inner = role.inside ?? inset(where, 0, padding / 2 - 1);
    const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, role.heading)] : [];
    // A heading without a text, or a text without a heading, has the whole width.
    const w = item.text.length === 0 ? width : headingWidth;
    sheet.text(heading, { ...inner, x: where.x + left, w }, 'Heading', 'middle', list);
    const specs = sheet.paragraphs(item.text, fit.size, role.text, role.accent);
    const place = item.heading
      ? { x: where.x + body.w - right - textWidth, w: textWidth }
      : { x: where.x + left, w: width };
    sheet.text(specs, { ...inner, ...place }, 'Text', 'middle', list);
  };
  if (list) items.forEach(draw);
  else sheet.each(items, draw);
  return true;
}

/** Rows between rules. Returns whether the points fit. */
export function rows(sheet: Sheet, items: Item[]): boolean {
  if (stackedRows(sheet, items)) return true;
  const { body, canvas, surface } = sheet;
  const hasSigns = haveSigns(items);
  // A bullet marks one point among several.
  const isAlone = items.length === 1 && !hasSigns;
  const left = hasSigns ? signWidth : isAlone ? 0 : bulletWidth;
  const isHeadless = items.every(({ heading }) => !heading);
  return headedRows(sheet, items, {
    left,
    heading: Math.round((body.w - left) * 0.32),
    gap: 24,
    padding: 26,
    ...(isAlone ? { sizes: aloneSizes } : {}),
    // Spare height is distributed, up to a distance that still looks coherent.
    places: (heights) => stack(body, heights, items.length > 3 ? 52 : 84),
    list: isHeadless || items.every(({ text }) => text.length === 0),
    ground({ where: { x, y, w, h }, index, strong }, item) {
      if (index > 0) canvas.line(x, y, x + w, y, tone(surface.line));
      if (hasSigns) sign(sheet, item, x, y + h / 2 - 16, 32, surface);
      else if (!isAlone) bullet(sheet, x + 6, y + h / 2, surface.accent);
      return {
        ...surface,
        heading: strong ? surface.accent : surface.text,
        text: item.heading ? surface.quiet : surface.text,
      };
    },
  });
}

const between = 14;

/** Wide cards below each other: heading above the text, or to the left of a longer one. Returns whether they fit. */
export function tiers(sheet: Sheet, items: Item[]): boolean {
  if (stackedTiers(sheet, items)) return true;
  return wideCards(sheet, items, ({ where, strong }) => {
    const surface = sheet.card(where, strong);
    return { heading: surface, text: surface };
  });
}

/** The same with the headings on the deep color. */
export function bands(sheet: Sheet, items: Item[]): boolean {
  if (haveOneText(items)) return false;
  return wideCards(sheet, items, ({ where, strong }, column) => {
    sheet.panel(where, 'pale');
    sheet.canvas.rect({ ...where, w: column }, tone(strong ? 'accent' : 'deep'), { name: 'Head' });
    return { heading: sheet.on(strong ? 'accent' : 'deep'), text: sheet.surface };
  });
}

function wideCards(
  sheet: Sheet,
  items: Item[],
  ground: (row: Row, column: number) => { heading: Surface; text: Surface },
): boolean {
  const { body } = sheet;
  const count = items.length;
  const isSingle = haveOneText(items);
  if (count < 2 || count > 4) return false;
  if (!isSingle && items.some(({ heading, text }) => !heading || text.length === 0)) return false;
  const hasSigns = haveSigns(items);
  const place = grid(body, count, 1, between)[0]!;
  const room = sheet.inside(place).h;
  const left = 24 + (hasSigns ? signWidth : 0);
  const column = Math.round(body.w * (hasSigns ? 0.38 : 0.34));
  return headedRows(sheet, items, {
    left,
    heading: column - left - 16,
    gap: 40,
    right: 24,
    height: room * count,
    padding: 0,
    sizes: largeSizes.slice(1),
    places(heights) {
      const tallest = Math.max(...heights);
      const look = { columns: 1, between, bias: 0.35, least: (body.h * 0.8) / count };
      return tallest > room ? undefined : cells(body, count, tallest + place.h - room + 16, look);
    },
    ground(row, item) {
      const on = ground(row, column);
      const inside = sheet.inside(row.where);
      if (hasSigns) sign(sheet, item, row.where.x + 24, inside.y + inside.h / 2 - 17, 34, on.heading);
      return { ...on.text, heading: on.heading.text, text: isSingle ? on.text.text : on.text.quiet, inside };
    },
  });
}

/** Rows whose headings share a panel, like the first column of a table. Returns whether the points fit. */
export function ledger(sheet: Sheet, items: Item[]): boolean {
  const { body, canvas, surface, template } = sheet;
  const { onDeep } = template;
  if (items.length < 2 || items.some(({ heading, text }) => !heading || text.length === 0)) return false;
  const hasSigns = haveSigns(items);
  const column = Math.round(body.w * 0.34);
  const left = 22 + (hasSigns ? 48 : 0);
  return headedRows(sheet, items, {
    left,
    heading: column - left - 18,
    gap: 46,
    padding: 24,
    places: (heights) => stack(body, heights, 72, 0.35),
    behind: (places) => sheet.panel(box(body.x, places[0]!.y, column, sum(places.map(({ h }) => h))), 'deep'),
    ground({ where: { x, y, w, h }, index, strong }, item) {
      if (index > 0) {
        canvas.line(x + 22, y, x + column - 18, y, tone(onDeep.line));
        canvas.line(x + column + 24, y, x + w, y, tone(surface.line));
      }
      if (hasSigns) sign(sheet, item, x + 20, y + h / 2 - 16, 32, onDeep);
      return { ...surface, heading: strong ? onDeep.accent : onDeep.text };
    },
  });
}
