import type { GenerationOptions } from '../writer';

export type SeedPoint = readonly [title: string, text: string];
export type SeedPage = readonly [title: string, ...points: SeedPoint[]];
export type SeedChapter = readonly [title: string, ...pages: SeedPage[]];

/** Decks that the offline writer has no material for are written by hand as a whole, one for each kind. */
export type FrameName = 'academic' | 'company';
export type Frames = Readonly<Record<FrameName, readonly SeedChapter[]>>;

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
  opening: { title: string; points: readonly SeedPoint[] };
}
