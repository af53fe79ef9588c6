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

/** Decks that the offline writer has no material for are written by hand as a whole, one for each kind. */
export type FrameName = 'academic' | 'company';

/** What somebody has written by hand for a preset topic; the rest of its deck follows from it. */
export interface TopicSeed {
  /** Stable: clients keep it. The hundreds are the scene. */
  id: number;
  /** Id of the scene in the filters of the suit search. */
  scene: number;
  title: string;
  options: GenerationOptions;
  /** The chapters behind the opening page; left out: the offline writer's, from title and options. */
  frame?: FrameName;
  /** The page that the deck opens with: what is special about just this topic. */
  opening: SeedPage;
}

/** The file of one language. */
export interface TopicTexts {
  topics: readonly TopicSeed[];
  frames: Readonly<Record<FrameName, readonly SeedChapter[]>>;
}
