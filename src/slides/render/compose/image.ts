/** One image on a slide, with its caption below it. */
import { box, inset, tone } from '../canvas/canvas';
import type { Arrangement, Box, Crop, Stroke } from '../deck/deck';
import type { PictureFile, Pictures } from '../deck/pictures';
import { shorten } from '../text/fit';
import type { ParagraphSpec } from '../text/measure';
import { plain, type Sheet } from './sheet';

export interface IllustrationInput {
  hash: string;
  /** Empty only on a page without any text. */
  alt: string;
  caption?: string;
}

export interface Illustration extends IllustrationInput {
  /** Absent if it could not be read. */
  file?: PictureFile;
}

export function illustration(image: IllustrationInput, files: Pictures): Illustration {
  const file = files.get(image.hash);
  return file ? { ...image, file } : image;
}

/** Of an image whose file is missing. */
const unknownRatio = 4 / 3;

/** Width by height. */
export const ratioOf = ({ file }: Illustration): number => (file ? file.width / file.height : unknownRatio);

/** A small image would be blurred in a large size: one pixel is at most one point, apart from icons. */
const leastWidth = 160;
export const widestOf = ({ file }: Illustration): number =>
  file ? Math.max(leastWidth, file.width) : Number.POSITIVE_INFINITY;

const size = 14;
const distance = 8;
const mostLines = 3;
const leading = 1.25;

const spec = ({ template, surface }: Sheet, text: string, layout: Arrangement): ParagraphSpec =>
  plain(text, size, (layout === 'pro' ? template.onDeep : surface).quiet, { leading });

/** A longer caption is shortened; the notes have all of it. */
function captionOf(
  sheet: Sheet,
  { caption }: Illustration,
  width: number,
  layout: Arrangement,
): ParagraphSpec | undefined {
  if (caption === undefined) return undefined;
  const whole = spec(sheet, caption, layout);
  const room = mostLines * size * leading + 1;
  return sheet.type.measure([whole], width).height <= room ? whole : shorten(sheet.type, whole, width, room);
}

/** Height of the caption and of the distance to its image. */
export function captionHeight(sheet: Sheet, image: Illustration, width: number, layout: Arrangement): number {
  const caption = captionOf(sheet, image, width, layout);
  return caption ? sheet.type.measure([caption], width).height + distance : 0;
}

/** Space between an image and the edge of the panel that it has in pro layout. */
const mat = 14;
export const matOf = (layout: Arrangement): number => (layout === 'pro' ? mat : 0);

/** The largest frame of an image with its caption in a room: neither cut nor enlarged too much. */
export function frameIn(
  sheet: Sheet,
  image: Illustration,
  room: { w: number; h: number },
  layout: Arrangement,
): { w: number; h: number } {
  const edge = 2 * matOf(layout);
  const ratio = ratioOf(image);
  let w = Math.min(room.w - edge, widestOf(image));
  // A narrower image has a higher caption.
  for (let step = 0; step < 3; step += 1) {
    const h = room.h - edge - captionHeight(sheet, image, Math.max(w, leastCaption), layout);
    w = Math.max(1, Math.min(w, h * ratio));
  }
  const drawn = w / ratio;
  const outer = Math.max(w, image.caption === undefined ? 0 : Math.min(leastCaption, room.w - edge));
  return { w: outer + edge, h: drawn + captionHeight(sheet, image, outer, layout) + edge };
}

/** A narrower caption would be a column of words. */
const leastCaption = 140;

/** Draws an image at the top of a frame, with its caption below. */
export function drawImage(
  sheet: Sheet,
  image: Illustration,
  frame: Box,
  layout: Arrangement,
  { crop, h: given }: { crop?: Crop | undefined; h?: number } = {},
): void {
  const inner = inset(frame, matOf(layout));
  const high = captionHeight(sheet, image, inner.w, layout);
  const h = given ?? inner.h - high;
  const w = crop ? inner.w : Math.min(inner.w, h * ratioOf(image));
  const where = box(inner.x + (inner.w - w) / 2, inner.y, w, h);
  if (layout === 'pro') sheet.panel(frame, 'deep');
  if (image.file) {
    const rounded = layout === 'pro' ? sheet.radius / 2 : sheet.radius;
    const radius = Math.min(rounded, h / 6, w / 6);
    const { hash, alt, file } = image;
    if (isTransparent(file.bytes) && (sheet.template.dark || layout === 'pro')) lightGround(sheet, where, radius);
    sheet.canvas.picture(where, {
      name: 'Image',
      alt,
      hash,
      ...(radius > 0 ? { radius } : {}),
      ...(crop ? { crop } : {}),
      ...edgeOf(sheet, file, layout),
    });
  } else emptyBox(sheet, image, where);
  const caption = captionOf(sheet, image, inner.w, layout);
  if (caption) {
    sheet.canvas.text(box(inner.x, inner.y + h + distance, inner.w, high - distance), caption, { name: 'Caption' });
  }
}

/** An edge for images that may be as light as the page, such as screenshots. */
const edgeOf = ({ template }: Sheet, { type, bytes }: PictureFile, layout: Arrangement): { stroke?: Stroke } =>
  type === 'jpeg' || layout === 'pro' || template.dark || isTransparent(bytes)
    ? {}
    : { stroke: { tone: tone('line'), width: 0.75 } };

/** A light ground for transparent images, which are made for white paper. */
function lightGround({ canvas, template }: Sheet, where: Box, radius: number): void {
  const fill = tone(template.dark ? 'ink' : 'paper');
  if (radius > 0) canvas.round(where, radius, fill, { name: 'Paper' });
  else canvas.rect(where, fill, { name: 'Paper' });
}

/** Whether a PNG file has an alpha channel, or a transparent color in front of its pixels. */
function isTransparent(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
  const type = head[25];
  return type === 4 || type === 6 || head.includes('tRNS');
}

/** In place of an image whose file is missing: its text, so that someone can insert it. */
function emptyBox(sheet: Sheet, { alt, hash }: Illustration, where: Box): void {
  const { canvas, surface, type } = sheet;
  sheet.panel(where, 'pale', { stroke: { tone: tone('line'), width: 1 } });
  const inner = inset(where, Math.min(20, where.w / 8), Math.min(16, where.h / 8));
  const label = plain(missingImage[type.language](alt), 16, surface.text, { align: 'center' });
  canvas.text(inner, shorten(type, label, inner.w, inner.h), { name: 'Label', anchor: 'middle' });
  canvas.picture(where, { name: 'Missing image', alt, hash });
}

/** The text in place of an image whose file is missing. */
export const missingImage = { en: (alt: string) => `Image: ${alt}`, zh: (alt: string) => `图片：${alt}` } as const;
