/** Images from documents: which are shown, and the small files without metadata that a deck keeps of them. */
import { createHash } from 'node:crypto';
import type { Crop } from '../render/deck/picture-shape';
import type { PictureFile } from '../render/deck/pictures';

export const PICTURE_LIMITS = {
  /** In one document. */
  count: 60,
  /** Of one image in the document. */
  bytes: 24 * 1024 * 1024,
  /** Width times height. */
  pixels: 50_000_000,
  /** Shorter side in pixels. Smaller images are icons and rules. */
  leastSide: 48,
  /** Longer side in pixels that a deck keeps. */
  mostSide: 1920,
  /** Of all that a deck keeps. */
  keptBytes: 32 * 1024 * 1024,
  /** Time to work on the images of one document. The ones that are not ready then are left out. */
  milliseconds: 2_000,
} as const;

/** A larger one without transparency is kept as JPEG. */
const LARGE_PNG = 1024 * 1024;
const MAGIC: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/**
 * The name of a picture: SHA-256 of its bytes in the document, and of its crop. The same document always gives the same
 * names, whatever is kept of its images.
 */
export function pictureName(bytes: Uint8Array, crop?: Crop): string {
  const hash = createHash('sha256').update(bytes);
  if (crop) hash.update(`crop ${crop.left} ${crop.top} ${crop.right} ${crop.bottom}`);
  return hash.digest('hex');
}

/** Why an image is not shown; undefined if it can be. Reads only its header, so its size does not matter. */
export async function refusalOf(bytes: Uint8Array): Promise<string | undefined> {
  const { bytes: mostBytes, pixels, leastSide } = PICTURE_LIMITS;
  if (bytes.length > mostBytes) return `it is larger than ${mostBytes / 1024 / 1024} MB`;
  // The library would also open SVG and others, whose readers are not meant for files from anywhere.
  if (!isKnown(bytes)) return 'it is not a PNG, JPEG, GIF, WebP or TIFF file';
  try {
    const { width, height } = await (await open(bytes, false)).metadata();
    if (width * height > pixels) return `it has more than ${pixels / 1_000_000} million pixels`;
    return Math.min(width, height) < leastSide ? `it has only ${width} × ${height} pixels` : undefined;
  } catch {
    return 'it is damaged';
  }
}

/**
 * What a deck keeps of a picture: upright, cropped, at most as large as a slide, without metadata.
 * @param seconds to read it, in whole seconds
 * @throws Error for a damaged image
 */
export async function pictureFile(
  bytes: Uint8Array,
  { crop, seconds = 3 }: { crop?: Crop | undefined; seconds?: number } = {},
): Promise<PictureFile> {
  const { mostSide } = PICTURE_LIMITS;
  const sharp = await imageLibrary();
  const opened = await open(bytes);
  const { format, width, height } = await opened.metadata();
  // The author cropped the image as it is shown, so it is turned first.
  const whole = await opened
    .autoOrient()
    .resize({ width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: whole.info.width, height: whole.info.height, channels: whole.info.channels };
  const hasAlpha = raw.channels % 2 === 0 && isTransparent(whole.data, raw.channels);
  const drawn = () => {
    const made = sharp(whole.data, { raw });
    const area = crop && areaOf(crop, raw);
    if (area) made.extract(area);
    return hasAlpha ? made : made.removeAlpha();
  };
  const photo = () => drawn().jpeg({ quality: 86, mozjpeg: false });
  const isPhoto = format === 'jpeg' && !hasAlpha;
  let file = await (isPhoto ? photo() : drawn().png()).toBuffer({ resolveWithObject: true });
  if (!isPhoto && !hasAlpha && file.data.length > LARGE_PNG && width * height > 0) {
    const smaller = await photo().toBuffer({ resolveWithObject: true });
    if (smaller.data.length < file.data.length / 2) file = smaller;
  }
  const { info, data } = file;
  return {
    type: info.format === 'jpeg' ? 'jpeg' : 'png',
    bytes: new Uint8Array(data),
    width: info.width,
    height: info.height,
  };
}

/** Loaded only for documents with images. One core per image: several documents must leave the others their share. */
export async function imageLibrary() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

/** The first page of a file, within the limit of pixels. Warnings, as of an odd color profile, do not matter. */
async function open(bytes: Uint8Array, limitInputPixels: number | false = PICTURE_LIMITS.pixels) {
  const sharp = await imageLibrary();
  return sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 });
}

function isKnown(bytes: Uint8Array): boolean {
  const isWebp =
    Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('RIFF')) &&
    Buffer.from(bytes.subarray(8, 12)).equals(Buffer.from('WEBP'));
  return isWebp || MAGIC.some((magic) => magic.every((byte, at) => bytes[at] === byte));
}

function isTransparent(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return true;
  return false;
}

/** Undefined if nothing would be left. */
function areaOf({ left, top, right, bottom }: Crop, { width, height }: { width: number; height: number }) {
  const area = {
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.round((1 - left - right) * width),
    height: Math.round((1 - top - bottom) * height),
  };
  const isInside =
    area.width > 0 && area.height > 0 && area.left + area.width <= width && area.top + area.height <= height;
  return isInside ? area : undefined;
}
