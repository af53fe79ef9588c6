/**
 * The format of the library, which `language-pack.ts` loads from files. Texts can contain slots: `{topic}` and
 * `{audience}` inside a sentence, `{Topic}` and `{Audience}` at its start. In English a slot must not be the subject of
 * a verb that shows number ("{topic} is"), because the topic may be singular or plural.
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
/** The kind of deck that a title suggests. */
export type Kind = (typeof KINDS)[number];

/** Chapters shared by several kinds of decks. The last two close a deck. */
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
  /** Created for this audience or occasion, so it stays when pages are omitted. */
  always?: true;
  /** Shown below the points once the content is written. */
  table?: TableSeed;
}

export interface ChapterSeed {
  title: string;
  /** Alternative heading of the chapter, for later revisions. */
  alternative: string;
  pages: readonly PageSeed[];
}

export interface Library {
  kinds: Record<Kind, readonly ChapterSeed[]>;
  shared: Record<SharedChapter, ChapterSeed>;
}
