/** Two to four points that are numbers, as tiles of the same weight. */
import { box, inset, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import { cells, grid } from '../deck/layout';
import type { Surface } from '../templates/template';
import type { Figure } from './figures';
import { bodySizes, figure, type Item, type Sheet } from './sheet';
import { standOut } from './signs';
import { toldFigure } from './told-figure';

const valueSizes = [84, 76, 68, 60, 52, 48, 44, 40, 36] as const;
/** For two rows. */
const flatSizes = [52, 48, 44, 40, 36, 32] as const;
const comfortable = 17;
/** Distance between a number and its text. */
const below = 26;
/** Share of the height that a single row has at least. */
const least = 0.7;

/** Tiles in the style of the template's cards. Returns whether the points are figures that fit. */
export const figureTiles = (sheet: Sheet, items: Item[]): boolean =>
  tiles(sheet, items, {
    inside: (where, strong) => sheet.inside(where, strong),
    ground: (where, strong) => sheet.card(where, strong),
  });

/** Tiles on the deep color. */
export const deepTiles = (sheet: Sheet, items: Item[]): boolean =>
  tiles(sheet, items, {
    inside: (where) => inset(where, 20),
    ground: (where, strong) => {
      sheet.panel(where, strong ? 'accent' : 'deep');
      return sheet.on(strong ? 'accent' : 'deep');
    },
    bar: true,
  });

interface Look {
  inside(where: Box, strong: boolean): Box;
  ground(where: Box, strong: boolean): Surface;
  /** Between a number and its text. */
  bar?: boolean;
}

function tiles(sheet: Sheet, items: Item[], look: Look): boolean {
  const all = items.map(toldFigure);
  const count = all.length;
  if (count < 2 || count > 4 || !all.every((each) => each !== undefined)) return false;
  const { body } = sheet;
  const strong = standOut(items);
  const columns = count === 4 ? 2 : count;
  const rows = count / columns;
  const roomiest = grid(body, count, columns)[0]!;
  const rooms = [false, true].map((each) => look.inside(roomiest, each));
  const inner = Math.min(...rooms.map((room) => room.w));
  const height = Math.min(...rooms.map((room) => room.h));
  if (inner < 150) return false;
  const value = (text: string, size: number, role: Role = 'ink') => figure(text, size, role, { leading: 1.05 });
  const values = all.map((each) => each.value);
  const words = (each: Figure, size: number, on = sheet.surface) =>
    sheet.point({ ...each, heading: each.label }, size, on);
  const textSizes = rows > 1 ? bodySizes : [24, 22, ...bodySizes];
  const fitted = (size: number) =>
    sheet.fit(all, textSizes, { w: inner, h: height - Math.ceil(size * 1.05) - below }, words);
  // The largest number size that leaves room for the text, in a comfortable size if there is one.
  const fitting = (rows > 1 ? flatSizes : valueSizes).filter(
    (size) => sheet.lineSize(values, [size], inner * 0.94, value) && fitted(size),
  );
  const valueSize = fitting.find((size) => fitted(size)!.size >= comfortable) ?? fitting[0];
  const fit = valueSize && fitted(valueSize);
  if (!fit) return false;
  const valueHeight = Math.ceil(valueSize * 1.05);
  const { tallest } = fit;
  const needed = roomiest.h - height + valueHeight + below + tallest + 8;
  const places = cells(body, count, needed, { columns, least: rows > 1 ? body.h : body.h * least });
  sheet.each(all, (each, index) => {
    const place = places[index]!;
    const on = look.ground(place, strong[index]!);
    const inside = look.inside(place, strong[index]!);
    const start = inside.y + Math.max(0, (inside.h - valueHeight - below - tallest) * 0.35);
    const number = value(each.value, valueSize, on.accent);
    sheet.canvas.text(box(inside.x, start, inner, valueHeight), number, { name: 'Figure' });
    const under = start + valueHeight;
    if (look.bar) sheet.canvas.rect(box(inside.x, under + 8, 44, 4), tone(on.accent), { name: 'Bar' });
    const text = box(inside.x, under + below, inner, inside.y + inside.h - under - below);
    sheet.text(words(each, fit.size, on), text, 'Text');
  });
  return true;
}
