/** Slides as PNG and JPEG. */
import sharp from 'sharp';
import type { Deck, Slide } from './deck';
import { slideSvg } from './svg';

export type PictureFormat = 'png' | 'jpeg';

/** @param width Pixels; pages are 16:9. */
export async function drawSlide(deck: Deck, slide: Slide, format: PictureFormat, width: number): Promise<Buffer> {
  const picture = sharp(Buffer.from(slideSvg(deck, slide, width))).flatten({ background: deck.style.palette.paper });
  return format === 'png' ? picture.png({ compressionLevel: 6 }).toBuffer() : picture.jpeg({ quality: 88 }).toBuffer();
}

/** sharp draws in the thread pool that the whole process shares: more slides at once would starve the others. */
const inFlight = 2;

/** Every slide in order. */
export async function drawDeck(deck: Deck, format: PictureFormat, width: number): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  let next = 0;
  const draw = async (): Promise<void> => {
    for (let index = next++; index < deck.slides.length; index = next++) {
      pictures[index] = await drawSlide(deck, deck.slides[index]!, format, width);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, draw));
  return pictures;
}
