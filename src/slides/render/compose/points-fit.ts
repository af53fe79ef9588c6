/** Fits headings and texts of sibling points at a common size. */
import type { Box } from '../deck/deck';
import { sum } from '../deck/layout';
import type { Surface } from '../templates/template';
import type { Measured, MeasuredParagraph } from '../text/measure';
import { headingSizeOf, type Item, largeSizes, type Sheet } from './sheet';

export interface PointsFit {
  size: number;
  headingSize: number;
  /** Height of the tallest heading, and of the tallest text. */
  headingHeight: number;
  textHeight: number;
  gap: number;
  /** Heading, gap and text together. */
  height: number;
  /** The same for each point. */
  heights: number[];
}

interface PointsRoom {
  w: number;
  h: number;
  sizes?: readonly number[] | undefined;
}

/** Larger type is for a few words; a longer text in such a size looks like a poster. */
const largestForText = 20;
const fewLines = 5;

const mayBe = (size: number, texts: Measured[]): boolean =>
  size <= largestForText || texts.every((each) => each.lineCount <= fewLines && !each.paragraphs.some(endsAlone));

/** Whether the last of several lines is a single Latin word. */
const endsAlone = ({ lines }: MeasuredParagraph): boolean =>
  lines.length > 1 && /^[\x20-\x7e]*$/.test(lines.at(-1)!.text) && !lines.at(-1)!.text.includes(' ');

/** The sizes to try. Long text is measured at the minimum first, because it must fit there to fit at all. */
function worthTrying(sizes: readonly number[], items: Item[], fits: (size: number) => boolean): readonly number[] {
  const letters = items.reduce((sum, { heading, text }) => sum + heading.length + text.join('').length, 0);
  return letters < muchText || fits(sizes.at(-1)!) ? sizes : [];
}

const muchText = 400;

/** Headings above text. Undefined if they do not fit at the minimum size. */
export function fitStacked(sheet: Sheet, items: Item[], room: PointsRoom): PointsFit | undefined {
  const fits = (size: number): boolean => tallest(measureTexts(sheet, items, size, room.w)) <= room.h;
  for (const size of worthTrying(room.sizes ?? largeSizes, items, fits)) {
    const headingSize = headingSizeOf(size);
    const headings = measureHeadings(sheet, items, headingSize, room.w);
    const texts = measureTexts(sheet, items, size, room.w);
    const headingHeight = tallest(headings);
    const textHeight = tallest(texts);
    const gap = headingHeight && textHeight ? Math.round(size * 0.5) : 0;
    const height = headingHeight + gap + textHeight;
    const torn = [...headings, ...texts].some((each) => each.torn);
    if (height <= room.h && !torn && mayBe(size, [...headings, ...texts])) {
      const heights = texts.map((each) => headingHeight + (each.height > 0 ? gap + each.height : 0));
      return { size, headingSize, headingHeight, textHeight, gap, height, heights };
    }
  }
  return undefined;
}

/** Headings next to text, one row per point; returns the height of every row. */
export function fitRows(
  sheet: Sheet,
  items: Item[],
  room: { headingWidth: number; textWidth: number; height: number; padding: number; sizes?: readonly number[] },
): { size: number; headingSize: number; rows: number[] } | undefined {
  const fits = (size: number): boolean => {
    const texts = measureTexts(sheet, items, size, room.textWidth);
    return sum(texts.map(({ height }) => height)) <= room.height;
  };
  for (const size of worthTrying(room.sizes ?? largeSizes, items, fits)) {
    const headingSize = headingSizeOf(size);
    const headings = measureHeadings(sheet, items, headingSize, room.headingWidth);
    const texts = measureTexts(sheet, items, size, room.textWidth);
    const rows = items.map((_, index) => Math.max(headings[index]!.height, texts[index]!.height) + room.padding);
    const torn = [...headings, ...texts].some((each) => each.torn);
    if (sum(rows) <= room.height && !torn && mayBe(size, texts)) {
      return { size, headingSize, rows };
    }
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
 * Draws headings above text as measured by `fitStacked`. Both share one text box, so that nothing overlaps if a viewer
 * substitutes a wider font. The space before the text aligns it with its siblings.
 */
export function drawStacked(sheet: Sheet, item: Item, fit: PointsFit, where: Box, surface: Surface): void {
  const heading = item.heading ? [sheet.heading(item.heading, fit.headingSize, surface.text)] : [];
  const own = sheet.type.measure(heading, where.w).height;
  const text = sheet.paragraphs(item.text, fit.size, surface.quiet, surface.accent);
  const [first, ...rest] = text;
  const aligned = first ? [{ ...first, before: fit.gap + fit.headingHeight - own }, ...rest] : [];
  const top = heading.length > 0 ? 0 : fit.headingHeight + fit.gap;
  const specs = [...heading, ...aligned];
  sheet.text(specs, { ...where, y: where.y + top, h: fit.height - top }, item.text.length > 0 ? 'Point' : 'Heading');
}
