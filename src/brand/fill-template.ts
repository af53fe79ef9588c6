/** Fills a PowerPoint file with the text of an outline. */
import type { Outline } from '../outline/outline';
import { planDeck } from './fill/plan-deck';
import { writeDeck } from './fill/write-deck';
import { assessAll, mapLayouts, type Roles } from './mapping';
import { openPackage } from './package';
import { readTemplate } from './read-template';
import { standInFor } from './stand-in';

export interface FillInput {
  /** The .potx or .pptx file. */
  file: Uint8Array;
  /** Corrections of the mapping. */
  roles?: Roles;
  outline: Outline;
  /** When the deck was made, for its properties. */
  created?: Date | undefined;
}

/**
 * Returns the bytes of a PPTX file; deterministic.
 * @throws BrandError when the file cannot be read, or no layout can carry a title with text.
 */
export function fillTemplate({ file, roles, outline, created }: FillInput): Buffer {
  const template = readTemplate(openPackage(file));
  const mapping = mapLayouts(template, assessAll(template), roles);
  const master = template.masters[mapping.text.layout.master]!;
  const deck = planDeck(outline, mapping, standInFor(0, master.theme.name, master));
  return writeDeck(template, deck, { language: outline.language, created });
}
