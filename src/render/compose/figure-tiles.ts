/** Two to four points that are numbers, as tiles of the same weight. */
import { box, tone } from '../canvas/canvas';
import type { Box, Role } from '../deck/deck';
import type { Surface } from '../templates/template';
import { fitTogether } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { asFigure, type Figure } from './figures';
import { surfaceOn } from './pro/mark';
import { bodySizes, gap, type Item, type Sheet } from './sheet';
import { standOut } from './signs';

const valueSizes = [84, 76, 68, 60, 52, 48, 44, 40, 36] as const;
/** For two rows. */
const flatSizes = [52, 48, 44, 40, 36, 32] as const;
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
    inside: ({ x, y, w, h }) => box(x + 20, y + 20, w - 40, h - 40),
    ground: (where, strong) => {
      sheet.panel(where, strong ? 'accent' : 'deep');
      return surfaceOn(sheet, strong ? 'accent' : 'deep');
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
  const all = items.map(asFigure);
  const count = all.length;
  if (count < 2 || count > 4 || !all.every((each) => each !== undefined)) return false;
  const { body, type } = sheet;
  const strong = standOut(items);
  const columns = count === 4 ? 2 : count;
  const rows = count / columns;
  const w = (body.w - gap * (columns - 1)) / columns;
  const roomiest = (body.h - gap * (rows - 1)) / rows;
  const rooms = [false, true].map((each) => look.inside(box(0, 0, w, roomiest), each));
  const inner = Math.min(...rooms.map((room) => room.w));
  const height = Math.min(...rooms.map((room) => room.h));
  if (inner < 150) return false;
  const value = (text: string, size: number, role: Role): ParagraphSpec => ({
    text,
    font: 'figure',
    size,
    bold: true,
    tone: tone(role),
    leading: 1.05,
  });
  const words = (each: Figure, size: number, on: Surface): ParagraphSpec[] => [
    sheet.heading(each.label, Math.round(size * 1.22), on.text),
    ...sheet.paragraphs(each.text, size, on.quiet, on.accent),
  ];
  const oneLine = (size: number): boolean =>
    all.every((each) => type.measure([value(each.value, size, 'ink')], inner * 0.94).lineCount === 1);
  const roomUnder = (size: number): number => height - Math.ceil(size * 1.05) - below;
  const fitted = (size: number) =>
    fitTogether(
      type,
      rows > 1 ? bodySizes : [24, 22, ...bodySizes],
      all.map((each) => ({
        w: inner,
        h: roomUnder(size),
        text: (normal: number) => words(each, normal, sheet.surface),
      })),
    );
  // The largest number size that leaves room for the text.
  const valueSize = (rows > 1 ? flatSizes : valueSizes).find((size) => oneLine(size) && fitted(size).fits);
  if (!valueSize) return false;
  const fit = fitted(valueSize);
  const valueHeight = Math.ceil(valueSize * 1.05);
  const tallest = Math.max(...fit.measured.map((each) => each.height));
  const needed = roomiest - height + valueHeight + below + tallest + 8;
  const h = rows > 1 ? roomiest : Math.min(roomiest, Math.max(needed, body.h * least));
  const top = body.y + (body.h - h * rows - gap * (rows - 1)) * 0.4;
  sheet.each(all, (each, index) => {
    const place = box(body.x + (index % columns) * (w + gap), top + Math.floor(index / columns) * (h + gap), w, h);
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
