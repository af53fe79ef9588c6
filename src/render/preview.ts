/** Slides of a text that is not a design yet, for whoever decides about it. */
import { OutlineError, parseOutline } from '../outline/outline-markdown';
import { composeDeck } from './compose';
import type { Deck, SlideKind } from './deck/deck';
import { drawSlide } from './picture';
import { suitById } from './suits';

export interface PreviewInput {
  /** Outline or content. */
  markdown: string;
  suitId: number;
}

/** Or why there are none, as a sentence for the author of the text. */
export type Preview = { slides: { title: string; kind: SlideKind }[] } | { refusal: string };

const MOST_SLIDES = 200;
const THUMBNAIL_WIDTH = 480;

/** @throws RangeError for an unknown suit. */
export function previewSlides(input: PreviewInput): Preview {
  const deck = deckOf(input);
  return 'refusal' in deck ? deck : { slides: deck.slides.map(({ title, kind }) => ({ title, kind })) };
}

/** PNG of the nth slide, counted from 1, 480 pixels wide; undefined when there is none. */
export async function previewSlide(input: PreviewInput, number: number): Promise<Buffer | undefined> {
  const deck = deckOf(input);
  const slide = 'refusal' in deck ? undefined : deck.slides[number - 1];
  return slide === undefined ? undefined : drawSlide(deck as Deck, slide, 'png', THUMBNAIL_WIDTH);
}

function deckOf({ markdown, suitId }: PreviewInput): Deck | { refusal: string } {
  const suit = suitById(suitId);
  try {
    const deck = composeDeck(parseOutline(markdown), suit);
    if (deck.slides.length <= MOST_SLIDES) return deck;
    return { refusal: `the text makes ${deck.slides.length} slides; up to ${MOST_SLIDES} are drawn` };
  } catch (error) {
    if (error instanceof OutlineError) return { refusal: error.message };
    throw error;
  }
}
