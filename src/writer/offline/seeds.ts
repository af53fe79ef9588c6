/**
 * The form of the writer's own material, which `language-pack.ts` reads from files. Texts may hold slots: `{topic}` and `{audience}` inside a sentence,
 * `{Topic}` and `{Audience}` at its start. In English a slot is never the subject of a verb that shows number
 * ("{topic} is"), because the topic may be singular or plural.
 */
export const KINDS = [
  'plan',
  'review',
  'launch',
  'training',
  'explainer',
  'proposal',
  'project',
  'retrospective',
  'culture',
  'health',
  'education',
  'sustainability',
  'generic',
] as const;
/** What sort of deck a title asks for. */
export type Kind = (typeof KINDS)[number];

/** Chapters that serve decks of several kinds. The last two close a deck. */
export const SHARED = ['roadmap', 'risks', 'people', 'measures', 'practice', 'questions', 'next', 'takeaways'] as const;
export type SharedChapter = (typeof SHARED)[number];

export type PointSeed = readonly [title: string, ...sentences: string[]];

export interface TableSeed {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface PageSeed {
  title: string;
  points: readonly PointSeed[];
  /** Made for this very audience or occasion: stays when pages are left out. */
  always?: true;
  /** Shown below the points once the content is written. */
  table?: TableSeed;
}

export interface ChapterSeed {
  title: string;
  /** Another heading for the same chapter, for later revisions. */
  alternative: string;
  pages: readonly PageSeed[];
}

export interface Library {
  kinds: Record<Kind, readonly ChapterSeed[]>;
  shared: Record<SharedChapter, ChapterSeed>;
}
