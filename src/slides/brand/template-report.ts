/** The report on a template file, as data. The review page reads it too, so that this file imports nothing else. */
import type { LayoutRole, SlideJob } from './kinds';

export interface PlaceReport {
  name: string;
  holds: string;
  /** In points, rounded; null if it has no position. */
  box: { x: number; y: number; w: number; h: number } | null;
  /** At the template's own size. */
  size: number;
  font: string;
  lines: number;
  characters: number;
}

export interface LayoutReport {
  number: number;
  name: string;
  master: number;
  role: LayoutRole;
  usedFor: SlideJob[];
  places: PlaceReport[];
  date: boolean;
  footer: boolean;
  slideNumber: boolean;
  /** Why it cannot carry text; null if it can, or is not meant to. */
  unusable: string | null;
}

export interface TemplateReport {
  /** In points. */
  page: { width: number; height: number; ratio: string };
  masters: {
    theme: string;
    headingFont: string;
    bodyFont: string;
    colors: Record<string, string>;
    fixedColors: number;
  }[];
  layouts: LayoutReport[];
  /** Number of the layout for each kind of slide; null if the deck does without. */
  mapping: Record<SlideJob, number | null> | null;
  exampleSlides: number;
  notes: string[];
  /** What the file has and decks do not get: programs, objects of other applications, references to other places. */
  removed: string[];
  /** Why no deck can be made; null if one can. */
  refusal: string | null;
}
