import type { Language } from '../../outline/outline';
import { detectLanguage } from '../../outline/outline-limits';
import type { GenerationOptions, PageRange } from './writer';

/** The smallest useful deck, with a cover, contents, chapters, pages and an ending. */
const FEWEST_SLIDES = 10;
/** No one presents more slides. Larger requests are capped. */
const MOST_SLIDES = 60;

const RANGES = {
  short: { min: FEWEST_SLIDES, max: 15 },
  medium: { min: 16, max: 25 },
  long: { min: 26, max: 40 },
} as const;

/** Normalizes a range: whole numbers, in order, within the limits of a deck. */
export function slideRange(pages: PageRange = 'medium'): { min: number; max: number } {
  if (typeof pages === 'string') return RANGES[pages];
  const within = (value: number) => {
    const whole = Number.isFinite(value) ? Math.round(value) : FEWEST_SLIDES;
    return Math.min(MOST_SLIDES, Math.max(FEWEST_SLIDES, whole));
  };
  const ends = [within(pages.min), within(pages.max)];
  return { min: Math.min(...ends), max: Math.max(...ends) };
}

/** The requested language, or that of the title. */
export function chosenLanguage(title: string, options: GenerationOptions): Language {
  return options.language ?? detectLanguage(title);
}
