/** Checks a PowerPoint file. Deterministic: the same file gives the same findings. */
import { openPackage } from '../brand/package';
import { content, nearEmpty, repeatedAcross } from './content-rules';
import {
  alternativeText,
  duplicateTitles,
  editabilityOf,
  fontCount,
  missingOnes,
  placeholders,
  references,
  titles,
} from './file-rules';
import { type CheckReport, reportOf } from './finding';
import { foreign } from './foreign-rules';
import { type Ink, InkMeter } from './ink';
import { alignment, emptyBand, readability, themeColors } from './look-rules';
import { type Item, readSlides } from './slides';
import { direction, glyphs, hiddenText, outside, overflow, overlap, type SlideCheck, sizes, words } from './text-rules';

const OF_A_SLIDE = [
  overflow,
  overlap,
  hiddenText,
  outside,
  readability,
  glyphs,
  references,
  sizes,
  emptyBand,
  alternativeText,
  missingOnes,
  titles,
  placeholders,
  words,
  direction,
  themeColors,
  alignment,
  content,
  nearEmpty,
];

/** @throws BrandError when the file is not a presentation, damaged, encrypted, or beyond the limits. */
export function checkDeck(bytes: Uint8Array): CheckReport {
  const deck = readSlides(openPackage(bytes));
  const meter = new InkMeter();
  const measured = new Map<Item, Ink | undefined>();
  const ink = {
    get(item: Item): Ink | undefined {
      if (!measured.has(item)) measured.set(item, meter.measure(item));
      return measured.get(item);
    },
  };
  const checks = deck.slides.map(
    (slide): SlideCheck => ({ deck, slide, own: slide.items.filter((item) => !item.inherited), ink }),
  );
  const findings = checks.flatMap((check) => OF_A_SLIDE.flatMap((rule) => rule(check)));
  return reportOf(
    'pptx',
    deck.slides.length,
    [...findings, ...foreign(deck), ...duplicateTitles(checks), ...repeatedAcross(checks), ...fontCount(checks)],
    editabilityOf(deck),
  );
}
