/** Renders slides as PNG and JPEG. */
import sharp from 'sharp';
import { SlidesError } from '../errors/slides-error';
import { type Deck, PAGE, type Slide } from './deck/deck';
import { asAscii, missingOn } from './deck/missing-images';
import { picturesOf, wholeBox } from './deck/picture-shape';
import { slideSvg } from './svg';

type PictureFormat = 'png' | 'jpeg';

/** @param width in pixels; slides are 16:9. */
export async function drawSlide(deck: Deck, slide: Slide, format: PictureFormat, width: number): Promise<Buffer> {
  const svg = Buffer.from(slideSvg(deck, slide, width, await addresses(deck, slide, width)));
  // The addresses of images are longer than text may be.
  const picture = sharp(svg, { unlimited: true }).flatten({ background: deck.style.palette.paper });
  const missing = missingOn(deck, slide);
  // The only part of an image file that a program can read.
  if (missing.length > 0) picture.withExif({ IFD0: { ImageDescription: missing.map(asAscii).join('\n') } });
  return format === 'png' ? picture.png({ compressionLevel: 6 }).toBuffer() : picture.jpeg({ quality: 88 }).toBuffer();
}

/** The images of a slide as data, no larger than they are drawn. */
async function addresses(deck: Deck, slide: Slide, width: number): Promise<Map<string, string>> {
  const widest = new Map<string, number>();
  for (const shape of picturesOf(slide)) {
    const pixels = Math.ceil((wholeBox(shape).w * width) / PAGE.w);
    widest.set(shape.hash, Math.max(pixels, widest.get(shape.hash) ?? 0));
  }
  const result = new Map<string, string>();
  for (const [hash, pixels] of widest) {
    const file = deck.pictures.get(hash);
    if (!file) continue;
    const { bytes, type } = file;
    const smaller = sharp(bytes).autoOrient().resize({ width: pixels, withoutEnlargement: true }).toColorspace('srgb');
    const drawn = await (type === 'png'
      ? smaller.png({ compressionLevel: 3 })
      : smaller.jpeg({ quality: 92 })
    ).toBuffer();
    result.set(hash, `data:image/${type};base64,${drawn.toString('base64')}`);
  }
  return result;
}

/** sharp uses the thread pool of the whole process, so more slides at once would starve other work. */
const inFlight = 2;
/** Maximum size of one deck's images, which stay in memory until the last one is rendered. */
const mostBytes = 256 * 1024 * 1024;

/** Renders every slide in order. @throws SlidesError `too-much-work` if the images exceed the maximum size. */
export async function drawDeck(deck: Deck, format: PictureFormat, width: number): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  let bytes = 0;
  let next = 0;
  const draw = async (): Promise<void> => {
    for (let index = next++; index < deck.slides.length; index = next++) {
      const picture = await drawSlide(deck, deck.slides[index]!, format, width);
      bytes += picture.length;
      if (bytes > mostBytes) throw tooLarge(deck);
      pictures[index] = picture;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, draw));
  return pictures;
}

function tooLarge({ slides }: Deck): SlidesError {
  return new SlidesError(
    'too-much-work',
    `the images of ${slides.length} slides are larger than ${mostBytes / 1024 / 1024} MB; export the deck as PDF, or shorten it`,
  );
}
