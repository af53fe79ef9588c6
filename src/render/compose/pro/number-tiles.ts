/** Points that are numbers as tiles, the first on the deep color and the last on the accent. */
import { box, tone } from '../../canvas/canvas';
import type { Role } from '../../deck/deck';
import { fitTogether } from '../../text/fit';
import type { ParagraphSpec } from '../../text/measure';
import { asFigure, type Figure } from '../figures';
import { bodySizes, gap, type Item, type Sheet } from '../sheet';
import { surfaceOn } from './mark';

const valueSizes = [84, 76, 68, 60, 52, 48, 44, 40, 36] as const;
/** For two rows. */
const flatSizes = [52, 48, 44, 40, 36, 32] as const;
const padding = 20;
/** Distance between a number and its text. */
const below = 26;

/** Returns whether the points are figures that fit. */
export function numberTiles(sheet: Sheet, items: Item[]): boolean {
  const all = items.map(asFigure);
  const count = all.length;
  if (count < 2 || count > 4 || !all.every((each) => each !== undefined)) return false;
  const { body, type } = sheet;
  const columns = count === 4 ? 2 : count;
  const rows = count / columns;
  const w = (body.w - gap * (columns - 1)) / columns;
  const h = (body.h - gap * (rows - 1)) / rows;
  const inner = w - 2 * padding;
  if (inner < 150) return false;
  const value = (text: string, size: number, role: Role): ParagraphSpec => ({
    text,
    font: 'figure',
    size,
    bold: true,
    tone: tone(role),
    leading: 1.05,
  });
  const words = (each: Figure, size: number, fill: Role): ParagraphSpec[] => {
    const on = surfaceOn(sheet, fill);
    const heading = sheet.heading(each.label, Math.round(size * 1.22), on.text);
    return [heading, ...sheet.paragraphs(each.text, size, on.quiet, on.accent)];
  };
  const oneLine = (size: number): boolean =>
    all.every((each) => type.measure([value(each.value, size, 'ink')], inner * 0.94).lineCount === 1);
  const roomUnder = (size: number): number => h - 2 * padding - Math.ceil(size * 1.05) - below;
  const fitted = (size: number) =>
    fitTogether(
      type,
      rows > 1 ? bodySizes : [24, 22, ...bodySizes],
      all.map((each) => ({ w: inner, h: roomUnder(size), text: (normal: number) => words(each, normal, 'pale') })),
    );
  // The largest number size that leaves room for the text.
  const valueSize = (rows > 1 ? flatSizes : valueSizes).find((size) => oneLine(size) && fitted(size).fits);
  if (!valueSize) return false;
  const fit = fitted(valueSize);
  const valueHeight = Math.ceil(valueSize * 1.05);
  sheet.each(all, (each, index) => {
    const fill: Role = index === 0 ? 'deep' : index === count - 1 ? 'accent' : 'pale';
    const on = surfaceOn(sheet, fill);
    const x = body.x + (index % columns) * (w + gap);
    const y = body.y + Math.floor(index / columns) * (h + gap);
    sheet.panel(box(x, y, w, h), fill);
    const spec = value(each.value, valueSize, on.accent);
    const specs = words(each, fit.size, fill);
    sheet.canvas.text(box(x + padding, y + padding, inner, valueHeight), spec, { name: 'Figure' });
    const under = y + padding + valueHeight;
    sheet.canvas.rect(box(x + padding, under + 8, 44, 4), tone(on.accent), { name: 'Bar' });
    sheet.text(specs, box(x + padding, under + below, inner, roomUnder(valueSize)), 'Text');
  });
  return true;
}
