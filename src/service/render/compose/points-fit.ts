/** Fits headings and texts of sibling points at one common size. */
import type { Box, Role } from '../deck';
import type { Measured } from '../text/measure';
import { bodySizes, type Item, type Sheet } from './sheet';

export interface PointsFit {
  size: number;
  headingSize: number;
  /** Height of the tallest heading and of the tallest text. */
  headingHeight: number;
  textHeight: number;
  gap: number;
  /** Heading, gap and text together. */
  height: number;
}

export interface PointsRoom {
  headingWidth: number;
  textWidth: number;
  /** For heading over text: both together. */
  height: number;
  sizes?: readonly number[];
}

const headingSizeOf = (size: number): number => Math.round(size * 1.22);

/** Heading above text. Undefined when it does not fit at the floor. */
export function fitStacked(sheet: Sheet, items: Item[], room: PointsRoom): PointsFit | undefined {
  for (const size of room.sizes ?? bodySizes) {
    const headingSize = headingSizeOf(size);
    const headings = measureHeadings(sheet, items, headingSize, room.headingWidth);
    const texts = measureTexts(sheet, items, size, room.textWidth);
    const headingHeight = tallest(headings);
    const textHeight = tallest(texts);
    const gap = headingHeight && textHeight ? Math.round(size * 0.5) : 0;
    const height = headingHeight + gap + textHeight;
    const torn = [...headings, ...texts].some((each) => each.torn);
    if (height <= room.height && !torn) return { size, headingSize, headingHeight, textHeight, gap, height };
  }
  return undefined;
}

/** Heading beside text, one row a point; answers with the height of every row. */
export function fitRows(
  sheet: Sheet,
  items: Item[],
  room: { headingWidth: number; textWidth: number; height: number; padding: number; sizes?: readonly number[] },
): { size: number; headingSize: number; rows: number[] } | undefined {
  for (const size of room.sizes ?? bodySizes) {
    const headingSize = headingSizeOf(size);
    const headings = measureHeadings(sheet, items, headingSize, room.headingWidth);
    const texts = measureTexts(sheet, items, size, room.textWidth);
    const rows = items.map((_, index) => Math.max(headings[index]!.height, texts[index]!.height) + room.padding);
    const torn = [...headings, ...texts].some((each) => each.torn);
    if (rows.reduce((sum, row) => sum + row, 0) <= room.height && !torn) return { size, headingSize, rows };
  }
  return undefined;
}

function measureHeadings(sheet: Sheet, items: Item[], size: number, width: number): Measured[] {
  return items.map((item) => sheet.type.measure(item.heading ? [sheet.heading(item.heading, size, 'ink')] : [], width));
}

function measureTexts(sheet: Sheet, items: Item[], size: number, width: number): Measured[] {
  return items.map((item) => sheet.type.measure(sheet.paragraphs(item.text, size, 'ink', 'accent'), width));
}

const tallest = (all: Measured[]): number => Math.max(0, ...all.map((each) => each.height));

/**
 * Draws heading above text as measured by `fitStacked`. Both stand in one text box, so that nothing overlaps when a
 * reader replaces a font by a wider one; space before the text lines it up with its siblings.
 */
export function drawStacked(
  sheet: Sheet,
  item: Item,
  fit: PointsFit,
  where: Box,
  roles: { heading: Role; text: Role; accent: Role },
): void {
  const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, roles.heading)] : [];
  const own = sheet.type.measure(heading, where.w).height;
  const text = sheet.paragraphs(item.text, fit.size, roles.text, roles.accent);
  const [first, ...rest] = text;
  const aligned = first ? [{ ...first, before: fit.gap + fit.headingHeight - own }, ...rest] : [];
  const top = heading.length > 0 ? 0 : fit.headingHeight + fit.gap;
  const specs = [...heading, ...aligned];
  sheet.text(specs, { ...where, y: where.y + top, h: fit.height - top }, item.text.length > 0 ? 'Point' : 'Heading');
}
