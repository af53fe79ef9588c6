import type { Language } from '../../../outline/outline';
import { readLibrary } from '../library';
import type { Subject } from './subject';

/** The kind of deck that a title suggests. */
export const KINDS = [
  'plan',
  'budget',
  'review',
  'update',
  'launch',
  'training',
  'explainer',
  'technical',
  'migration',
  'proposal',
  'project',
  'retrospective',
  'history',
  'travel',
  'health',
  'education',
  'sustainability',
  'howto',
  'event',
  'figures',
  'academic',
  'company',
  'generic',
] as const;
export type Kind = (typeof KINDS)[number];

/** Pages for any kind of deck, for those that a reviewer requests and for long decks. */
export const SHARED = ['risks', 'roadmap', 'people', 'measures', 'practice', 'questions'] as const;
export type SharedPage = (typeof SHARED)[number];

/** What a page of a kind asks about; a subject may have a page of its own for it. */
export const ASPECTS = [
  'beginnings',
  'turns',
  'persons',
  'workings',
  'examples',
  'beliefs',
  'remains',
  'customers',
  'offer',
  'readiness',
  'costs',
  'figures',
] as const;
type Aspect = (typeof ASPECTS)[number];

/** A page of a frame. Slots: `{topic}`, `{audience}`, `{asked}`; capitalized at the start of a text. */
export interface FramePage {
  title: string;
  /** What the facts of the page should be. */
  prompts: readonly string[];
  /** The page of the subject that takes its place, if the title has a subject. */
  aspect?: Aspect;
}

/** The file of one language. */
export interface Frames {
  /** The value of `{topic}` if the title has no phrase that fits into a sentence. */
  topic: string;
  /** Heading of a chapter with further pages. */
  more: string;
  kinds: Record<Kind, { chapters: readonly [string, string]; pages: readonly FramePage[] }>;
  subjects: Record<Subject, Record<Aspect, FramePage>>;
  shared: Record<SharedPage | 'audience' | 'asked', FramePage>;
}

const loaded = new Map<Language, Frames>();

/** Loaded on first use. */
export function framesIn(language: Language): Frames {
  const frames = loaded.get(language) ?? readLibrary<Frames>(language);
  loaded.set(language, frames);
  return frames;
}
