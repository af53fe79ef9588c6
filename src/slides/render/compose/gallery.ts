/** Images without points: a large one, or two to four in rows of equal height. */
import { box, tone } from '../canvas/canvas';
import type { Arrangement, Box, Crop } from '../deck/deck';
import { band, gap, sum } from '../deck/layout';
import type { ParagraphSpec } from '../text/measure';
import { captionHeight, drawImage, frameIn, type Illustration, matOf, ratioOf, widestOf } from './image';
import { plain, type Sheet } from './sheet';

export const mostImages = 4;

/** Images whose shapes differ by less are cut to the same shape. */
export const mostCut = 0.15;

interface Row {
  images: Illustration[];
  ratios: number[];
  /** Of the images, without their captions. */
  h: number;
  captions: number;
}

/** The shape that all images of a row have after a small cut. */
function commonRatio(images: readonly Illustration[]): number | undefined {
  const ratios = images.map(ratioOf);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const middle = Math.sqrt(least * most);
  return 1 - least / middle < mostCut && 1 - middle / most < mostCut ? middle : undefined;
}

/** What is cut off an image to get another shape. */
export function cut(from: number, to: number): Crop | undefined {
  if (Math.abs(from / to - 1) < 0.002) return undefined;
  const side = from > to ? (1 - to / from) / 2 : 0;
  const end = from < to ? (1 - from / to) / 2 : 0;
  return { left: side, right: side, top: end, bottom: end };
}

const widthOf = (ratio: number, h: number, edge: number): number => ratio * h + edge;

/** Rows that fill the width, unless together they would be higher than the body. */
function rowsOf(sheet: Sheet, groups: Illustration[][], layout: Arrangement, body: Box): Row[] {
  const edge = 2 * matOf(layout);
  const free = body.h - gap * (groups.length - 1);
  const rows = groups.map((images): Row => {
    const common = commonRatio(images);
    const ratios = images.map((image) => common ?? ratioOf(image));
    const total = sum(ratios);
    const w = body.w - gap * (images.length - 1) - edge * images.length;
    const sharp = Math.min(...images.map((image, index) => widestOf(image) / ratios[index]!));
    return { images, ratios, h: Math.min(w / total, sharp), captions: 0 };
  });
  // Narrower images have higher captions, which leave less height.
  for (let step = 0; step < 3; step += 1) {
    for (const row of rows) {
      const heights = row.images.map((image, index) => captionHeight(sheet, image, row.ratios[index]! * row.h, layout));
      row.captions = Math.max(...heights);
    }
    const images = sum(rows.map(({ h }) => h));
    const room = free - sum(rows.map(({ captions }) => captions + edge));
    const scale = Math.min(1, Math.max(0.05, room / images));
    for (const row of rows) row.h *= scale;
  }
  return rows;
}

const areaOf = (rows: readonly Row[]): number =>
  sum(rows.flatMap(({ h, ratios }) => ratios.map((ratio) => ratio * h * h)));

/** Ways to put images into rows. */
const splits: Record<number, number[][]> = { 2: [[2], [1, 1]], 3: [[3], [2, 1], [1, 2]], 4: [[4], [2, 2]] };

function bestRows(sheet: Sheet, images: readonly Illustration[], layout: Arrangement, body: Box): Row[] {
  const all = splits[images.length]!.map((counts) => {
    let at = 0;
    const groups = counts.map((count) => {
      at += count;
      return images.slice(at - count, at);
    });
    return rowsOf(sheet, groups, layout, body);
  });
  return all.reduce((best, each) => (areaOf(each) > areaOf(best) * 1.1 ? each : best));
}

/** Least share of the width that a caption next to an image has, and its distance. */
const leastBeside = 0.24;
const between = 32;
const captionSizes = [20, 18, 17, 16, 15, 14] as const;

/** A large image: in the middle, or with its caption on the side if there is room. */
function single(sheet: Sheet, image: Illustration, layout: Arrangement, body: Box): void {
  const { caption, ...bare } = image;
  const { canvas, surface } = sheet;
  const alone = frameIn(sheet, bare, body, layout);
  const room = body.w - alone.w - between;
  const spec = (size: number): ParagraphSpec => plain(caption ?? '', size, surface.quiet);
  const fit = sheet.fit([image], captionSizes, { w: room, h: alone.h }, (_, size) => [spec(size)]);
  if (caption !== undefined && room >= body.w * leastBeside && fit) {
    const { y } = band(body, alone.h);
    drawImage(sheet, bare, box(body.x, y, alone.w, alone.h), layout);
    const h = fit.tallest;
    const where = box(body.x + alone.w + between, y + alone.h - h, room, h);
    canvas.rect(box(where.x, where.y - 18, 40, 4), tone(surface.accent), { name: 'Bar' });
    canvas.text(where, spec(fit.size), { name: 'Caption' });
    return;
  }
  const { w, h } = frameIn(sheet, image, body, layout);
  drawImage(sheet, image, box(body.x + (body.w - w) / 2, band(body, h).y, w, h), layout);
}

/** Draws one to four images. */
export function gallery(
  sheet: Sheet,
  images: readonly Illustration[],
  layout: Arrangement,
  body: Box = sheet.body,
): void {
  const [first] = images;
  if (images.length === 1) {
    single(sheet, first!, layout, body);
    return;
  }
  const edge = 2 * matOf(layout);
  const rows = bestRows(sheet, images, layout, body);
  const height = sum(rows.map(({ h, captions }) => h + captions + edge)) + gap * (rows.length - 1);
  let { y } = band(body, height);
  for (const { images: shown, ratios, h, captions } of rows) {
    const width = sum(ratios.map((ratio) => widthOf(ratio, h, edge))) + gap * (shown.length - 1);
    let x = body.x + (body.w - width) / 2;
    shown.forEach((image, index) => {
      const w = widthOf(ratios[index]!, h, edge);
      const own = captionHeight(sheet, image, w - edge, layout);
      // In pro layout, the panels of a row have the same height.
      const frame = box(x, y, w, h + edge + (layout === 'pro' ? captions : own));
      drawImage(sheet, image, frame, layout, { crop: cut(ratioOf(image), ratios[index]!), h });
      x += w + gap;
    });
    y += h + captions + edge + gap;
  }
}
