/** Registers and fills a PowerPoint file. */
import { deckTag } from '../../outline/languages';
import type { Outline } from '../../outline/outline';
import { outlineWords } from '../../outline/outline-limits';
import type { DeckPage } from '../render/deck/deck';
import type { Pictures } from '../render/deck/pictures';
import { keptParts } from './fill/kept-parts';
import { planDeck } from './fill/plan-deck';
import { pageOf } from './fill/planned-page';
import { writeDeck } from './fill/write-deck';
import type { Images } from './ground';
import { assessAll, mapLayouts, type Roles } from './mapping';
import { Survey } from './place';
import { openTemplate } from './read-template';
import { type BrandLook, lookOf } from './stand-in';

interface FillInput {
  /** The .potx or .pptx file. */
  file: Uint8Array;
  /** Corrections of the mapping. */
  roles?: Roles;
  outline: Outline;
  /** The files of its images. */
  pictures?: Pictures | undefined;
  /** When the deck was made, for its properties. */
  created?: Date | undefined;
  /** The images of its design, to see what is below text. Without them, what they show counts as decoration. */
  images?: Images | undefined;
}

/**
 * Returns the bytes of a PPTX file; deterministic.
 * @throws BrandError when the file cannot be read, or no layout can carry a title with text.
 */
export function fillTemplate(input: FillInput): Buffer {
  const { template, deck, tag } = plan(input);
  return writeDeck(template, deck, { language: input.outline.language, tag, created: input.created });
}

/** The slides that `fillTemplate` makes. @throws BrandError */
export const filledPages = (input: FillInput): DeckPage[] => plan(input).deck.slides.map(pageOf);

function plan({ file, roles, outline, pictures = new Map(), images }: FillInput) {
  const template = openTemplate(file);
  const survey = new Survey(template, images);
  const mapping = mapLayouts(template, assessAll(template), roles, survey);
  const tag = deckTag(outlineWords(outline), outline.language);
  const deck = planDeck(outline, tag, mapping, survey, pictures);
  return { template, deck, tag };
}

/**
 * Checks that decks can be made from a file.
 * @returns the colors and fonts of its decks.
 * @throws BrandError with the reason why not.
 */
export function checkTemplate(file: Uint8Array, name: string, roles: Roles = {}): BrandLook {
  const template = openTemplate(file);
  const mapping = mapLayouts(template, assessAll(template), roles);
  keptParts(template.file, template.presentation);
  // Unpacks every part once, so that a damaged one is found now.
  for (const part of template.file.names) template.file.bytes(part);
  return lookOf(name, template.masters[mapping.text.layout.master]!);
}
