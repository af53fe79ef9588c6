/** Slides of a text under review that is not a design yet. */
import { OutlineError, parseOutline } from '../../outline/outline-markdown';
import { composeDeck } from './compose';
import type { Deck, SlideKind } from './deck/deck';
import type { Pictures } from './deck/pictures';
import { drawSlide } from './picture';
import { templateById } from './templates';

export interface PreviewInput {
  /** Outline or content. */
  markdown: string;
  /** The files of its images. */
  pictures?: Pictures;
  templateId: number;
  /** Of the image of a slide, in pixels; by default, that of a thumbnail. */
  width?: number;
}

/** Or the reason why there are none, as a message for the author of the text. */
export type Preview = { slides: { title: string; kind: SlideKind }[] } | { refusal: string };

const MOST_SLIDES = 200;
const THUMBNAIL_WIDTH = 480;

/** @throws RangeError for an unknown template. */
export function previewSlides(input: PreviewInput): Preview {
  const deck = deckOf(input);
  return 'refusal' in deck ? deck : { slides: deck.slides.map(({ title, kind }) => ({ title, kind })) };
}

/** Returns a PNG of the nth slide, counted from 1; undefined if it does not exist. */
export async function previewSlide(input: PreviewInput, number: number): Promise<Buffer | undefined> {
  const deck = deckOf(input);
  const slide = 'refusal' in deck ? undefined : deck.slides[number - 1];
  return slide === undefined ? undefined : drawSlide(deck as Deck, slide, 'png', input.width ?? THUMBNAIL_WIDTH);
}

function deckOf({ markdown, templateId, pictures }: PreviewInput): Deck | { refusal: string } {
  const template = templateById(templateId);
  try {
    const deck = composeDeck(parseOutline(markdown), template, 'standard', pictures);
    if (deck.slides.length <= MOST_SLIDES) return deck;
    return { refusal: `the text has ${deck.slides.length} slides; a preview shows at most ${MOST_SLIDES}` };
  } catch (error) {
    if (error instanceof OutlineError) return { refusal: error.message };
    throw error;
  }
}
