import type { Language } from '../outline/outline';
import { detectLanguage } from '../outline/outline-limits';
import type { GenerationOptions, PageRange } from './writer';

/** The smallest deck that still has a cover, a catalogue, chapters, pages and an ending worth showing. */
export const FEWEST_SLIDES = 10;
/** Beyond this nobody presents; a larger wish is met as far as it goes. */
const MOST_SLIDES = 60;

const RANGES = {
  short: { min: FEWEST_SLIDES, max: 15 },
  medium: { min: 16, max: 25 },
  long: { min: 26, max: 40 },
} as const;

/** A range with sense: whole numbers, in order, within what a deck can be. */
export function slideRange(pages: PageRange = 'medium'): { min: number; max: number } {
  if (typeof pages === 'string') return RANGES[pages];
  const within = (value: number) => {
    const whole = Number.isFinite(value) ? Math.round(value) : FEWEST_SLIDES;
    return Math.min(MOST_SLIDES, Math.max(FEWEST_SLIDES, whole));
  };
  const ends = [within(pages.min), within(pages.max)];
  return { min: Math.min(...ends), max: Math.max(...ends) };
}

/** The language asked for, or that of the title. */
export function chosenLanguage(title: string, options: GenerationOptions): Language {
  return options.language ?? detectLanguage(title);
}
