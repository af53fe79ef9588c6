import type { GenerationOptions } from '../writer';

export interface SeedPage {
  title: string;
  /** Text by the name of the point. */
  points: Readonly<Record<string, string>>;
}

export interface SeedChapter {
  title: string;
  pages: readonly SeedPage[];
}

/** Decks for which the offline writer has no material are fully written by hand, one for each kind. */
export type FrameName = 'academic' | 'company';

/** The hand-written part of a preset topic; the rest of its deck is derived from it. */
export interface TopicSeed {
  /** Must stay stable because clients store it. The hundreds digit is the scene. */
  id: number;
  /** Id of the scene in the filters of the template search. */
  scene: number;
  title: string;
  options: GenerationOptions;
  /** The chapters after the opening page (default: written by the offline writer from title and options). */
  frame?: FrameName;
  /** The opening page, with the material specific to this topic. */
  opening: SeedPage;
}

/** The file of one language. */
export interface TopicTexts {
  topics: readonly TopicSeed[];
  frames: Readonly<Record<FrameName, readonly SeedChapter[]>>;
}
