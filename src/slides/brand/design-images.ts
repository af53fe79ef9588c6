/** The images of a design, small: what they show below text, and how bright it is. */
import sharp from 'sharp';
import type { Images, Pixels } from './ground';
import { openTemplate } from './read-template';
import { relationshipsOf } from './relationships';

const SIZE = { width: 160, height: 90 } as const;
const MOST_IMAGES = 60;
const MOST_PIXELS = 60_000_000;
/** Formats whose files name no others. */
const READ = /\.(?:png|jpe?g|gif|webp|tiff?|bmp)$/i;

/** Images that cannot be read are left out. @throws BrandError when the file cannot be read. */
export async function designImages(bytes: Uint8Array): Promise<Images> {
  const { file, masters, layouts } = openTemplate(bytes);
  const parts = [...masters, ...layouts].map(({ part }) => part);
  const themes = masters.flatMap(({ themePart }) => themePart ?? []);
  const links = [...parts, ...themes].flatMap((part) => relationshipsOf(file, part));
  const targets = links.filter(({ kind, external }) => kind === 'image' && !external).map(({ target }) => target);
  const images = new Map<string, Pixels>();
  for (const target of [...new Set(targets)].slice(0, MOST_IMAGES)) {
    if (!READ.test(target) || !file.has(target)) continue;
    const pixels = await reduced(file.bytes(target));
    if (pixels) images.set(target, pixels);
  }
  return images;
}

async function reduced(bytes: Uint8Array): Promise<Pixels | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { data, info } = await image
      .resize({ ...SIZE, fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { w: info.width, h: info.height, rgba: data };
  } catch {
    return undefined;
  }
}
