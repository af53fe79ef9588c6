/** How a file says that an image is missing, in the description of the box that is in its place. */
import type { Deck, Slide } from './deck';
import { picturesOf } from './picture-shape';

export const missingMark = 'Missing image on slide';

/** Finds what `missingText` makes. */
export const missingPattern = /Missing image on slide (\d{1,5}): ([^\n]{0,300})/gu;

export const missingText = (number: number, alt: string): string => `${missingMark} ${number}: ${alt}`;

/** The descriptions of the boxes of a slide. */
export const missingOn = (deck: Pick<Deck, 'slides' | 'pictures'>, slide: Slide): string[] =>
  picturesOf(slide)
    .filter(({ hash }) => !deck.pictures.has(hash))
    .map(({ alt }) => missingText(deck.slides.indexOf(slide) + 1, alt));

/** Image files describe themselves in ASCII. */
export const asAscii = (text: string): string => text.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);

export function fromAscii(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
