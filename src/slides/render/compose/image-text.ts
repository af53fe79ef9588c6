/** Points next to an image, or below a wide one. */
import type { Language } from '../../../outline/outline';
import { box, tone } from '../canvas/canvas';
import type { Arrangement } from '../deck/deck';
import { band, gap, grid } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { areFewWords } from './content';
import { gallery, mostImages } from './gallery';
import { drawImage, frameIn, type Illustration, ratioOf } from './image';
import type { Pattern } from './patterns';
import type { Item, Sheet } from './sheet';
import { apart } from './statement';

type Side = 'left' | 'right';

const sizes = [24, 22, 20, 18, 17, 16, 15, 14] as const;
/** Text of this size is good to read; a larger image is not worth a smaller one. */
const good = 17;
/** Shares of the width that an image may have at most. */
const shares = [0.58, 0.5, 0.42, 0.34] as const;
const between = 36;
/** Wider images are above the points. */
const wide = 2.4;

const headingSize = (size: number): number => Math.round(size * 1.15);

function specs(sheet: Sheet, items: readonly Item[], size: number): ParagraphSpec[] {
  const { text, quiet, accent } = sheet.surface;
  return items.flatMap((item, index) => {
    const number = item.number === undefined ? '' : `${sheet.numberOf(item, index)}. `;
    const before = index === 0 ? 0 : size * 1.1;
    if (!item.heading) {
      return apart(sheet.paragraphs(item.text, size, text, accent), before);
    }
    const heading = { ...sheet.heading(number + item.heading, headingSize(size), text), before };
    return [heading, ...sheet.paragraphs(item.text, size, quiet, accent)];
  });
}

interface Plan {
  size: number;
  height: number;
  frame: { w: number; h: number };
  text: number;
}

/** The largest image whose text has a good size, or else that with the largest text. */
function planOf(sheet: Sheet, items: readonly Item[], image: Illustration, layout: Arrangement): Plan | undefined {
  const { body } = sheet;
  let best: Plan | undefined;
  for (const share of shares) {
    const frame = frameIn(sheet, image, { w: body.w * share, h: body.h }, layout);
    const text = body.w - frame.w - between;
    const fit = sheet.fit([items], sizes, { w: text, h: body.h }, (all, size) => specs(sheet, all, size));
    if (!fit || (best && best.size >= fit.size)) continue;
    const { size } = fit;
    best = { size, height: fit.tallest, frame, text };
    if (size >= good) break;
  }
  return best;
}

/** The image on one side. Returns whether the points fit. */
function side(sheet: Sheet, items: readonly Item[], image: Illustration, layout: Arrangement, where: Side): boolean {
  const plan = planOf(sheet, items, image, layout);
  if (!plan) return false;
  const { body } = sheet;
  const { frame, text, size, height } = plan;
  const { y, h } = band(body, Math.max(frame.h, height));
  const isLeft = where === 'left';
  // Text that is much lower than the image is next to its middle.
  const column = box(isLeft ? body.x + frame.w + between : body.x, y, text, Math.max(height, h));
  sheet.text(specs(sheet, items, size), column, 'Text', 'middle');
  const x = isLeft ? body.x : body.x + body.w - frame.w;
  drawImage(sheet, image, box(x, y + (h - frame.h) / 2, frame.w, frame.h), layout);
  return true;
}

const mostColumns = 3;
const columnGap = 28;

interface Columns {
  height: number;
  draw(y: number): void;
}

/** A few points next to each other, in columns across the body; undefined if they do not fit. */
function columnsIn(sheet: Sheet, items: readonly Item[], height: number): Columns | undefined {
  if (items.length > mostColumns) return undefined;
  const { body, canvas, surface } = sheet;
  const places = grid(body, items.length, items.length, columnGap);
  const text = (item: Item, size: number) => specs(sheet, [item], size);
  const fit = sheet.fit(items, sizes.slice(2), { w: places[0]!.w, h: height }, text);
  if (!fit) return undefined;
  const { size, tallest } = fit;
  const draw = (y: number): void =>
    items.forEach((item, index) => {
      const { x, w } = places[index]!;
      if (index > 0) canvas.line(x - columnGap / 2, y, x - columnGap / 2, y + tallest, tone(surface.line), 1);
      sheet.text(text(item, size), box(x, y, w, tallest), 'Text');
    });
  return { height: tallest, draw };
}

const shareAbove = 0.6;

/** The image above, the points in columns below. Returns whether they fit. */
function above(sheet: Sheet, items: readonly Item[], image: Illustration, layout: Arrangement): boolean {
  const { body } = sheet;
  const frame = frameIn(sheet, image, { w: body.w, h: body.h * shareAbove }, layout);
  const columns = columnsIn(sheet, items, body.h - frame.h - columnGap);
  if (!columns) return false;
  const { y } = band(body, frame.h + columnGap + columns.height);
  columns.draw(y + frame.h + columnGap);
  drawImage(sheet, image, box(body.x + (body.w - frame.w) / 2, y, frame.w, frame.h), layout);
  return true;
}

const shareOfWords = 0.32;

/** A few words above several images. Returns whether they fit. */
function galleryText(
  sheet: Sheet,
  items: readonly Item[],
  images: readonly Illustration[],
  layout: Arrangement,
): boolean {
  const { body } = sheet;
  const columns = columnsIn(sheet, items, body.h * shareOfWords);
  if (!columns) return false;
  columns.draw(body.y);
  const top = columns.height + gap;
  gallery(sheet, images, layout, { ...body, y: body.y + top, h: body.h - top });
  return true;
}

/** Whether points are few enough to be above all images of the page. */
export const fitsAll = (items: readonly Item[], images: readonly Illustration[], language: Language): boolean =>
  images.length > 1 && images.length <= mostImages && areFewWords(items, language);

/** Ways to arrange points and images: with one image on the side, with more below the points. */
export function imagePatterns(images: readonly Illustration[], layout: Arrangement): Pattern[] {
  const [first, ...others] = images;
  if (others.length > 0) {
    return [{ name: 'gallery', kind: 'picture', paint: (sheet, items) => galleryText(sheet, items, images, layout) }];
  }
  if (ratioOf(first!) >= wide) {
    const paint = (sheet: Sheet, items: Item[]): boolean => above(sheet, items, first!, layout);
    return [{ name: 'imageAbove', kind: 'picture', paint }, ...sides(first!, layout)];
  }
  return sides(first!, layout);
}

const sides = (image: Illustration, layout: Arrangement): Pattern[] =>
  (['right', 'left'] as const).map((where) => ({
    name: where === 'right' ? 'imageRight' : 'imageLeft',
    kind: 'picture',
    paint: (sheet, items) => side(sheet, items, image, layout, where),
  }));
