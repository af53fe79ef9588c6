/** Generated images, and a deck that shows them. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { PictureFile } from '../../src/slides/render/deck/pictures';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const drawn = (width: number, height: number, tint: string): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">` +
        `<rect width="100" height="100" fill="${tint}"/><circle cx="50" cy="50" r="38" fill="#fff" fill-opacity="0.75"/>` +
        '<path d="M0 100L35 45L60 75L80 55L100 80V100Z" fill="#234"/></svg>',
    ),
  );

const file = (type: PictureFile['type'], width: number, height: number, bytes: Buffer): PictureFile => ({
  type,
  bytes,
  width,
  height,
});

export const png = async (width: number, height: number, tint = '#d08030'): Promise<PictureFile> =>
  file('png', width, height, await drawn(width, height, tint).removeAlpha().png().toBuffer());

export const jpeg = async (width: number, height: number, tint = '#3080d0'): Promise<PictureFile> =>
  file('jpeg', width, height, await drawn(width, height, tint).flatten().jpeg({ quality: 90 }).toBuffer());

/** With a hole in the middle, and in the order of rows that the web shows early. */
export const clearPng = async (width: number, height: number): Promise<PictureFile> => {
  const hole = `<svg width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${height / 4}"/></svg>`;
  const cut = drawn(width, height, '#30a060').composite([{ input: Buffer.from(hole), blend: 'dest-out' }]);
  return file('png', width, height, await cut.png({ progressive: true }).toBuffer());
};
