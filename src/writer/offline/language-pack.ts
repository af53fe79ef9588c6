import type { Language } from '../../outline/outline';
import { EN_PACK } from './en';
import type { Field } from './kind';
import type { ChapterSeed, Kind, Library, PageSeed } from './seeds';
import { ZH_PACK } from './zh';

export const TONES = ['neutral', 'formal', 'friendly', 'inspiring', 'humorous'] as const;
export type Tone = (typeof TONES)[number];

export const SCENES = ['teaching', 'reporting', 'speech', 'sales', 'meeting', 'other'] as const;
export type Scene = (typeof SCENES)[number];

/** Everything the writer can say in one language. */
export interface LanguagePack {
  library: Library;
  /** What `{topic}` is when the title has no phrase that fits into a sentence. */
  fallbackTopic: Record<Kind, string>;
  /** A page from each line of work. */
  fields: Record<Field, PageSeed>;
  /** A page for the people named as audience; slot `{audience}`. */
  audiencePage: PageSeed;
  /** A closing page for the occasion; slot `{scene}` in `other`. */
  scenePages: Record<Scene, PageSeed>;
  /** A chapter for something a reviewer asked for in words the writer has no chapter for; slot `{asked}`. */
  askedChapter: ChapterSeed;
  tones: Record<Tone, { ending?: string; openers: readonly string[] }>;
  points: PointSentences;
}

/** Sentences for points that a person wrote. Slots: `{point}`, `{Point}`, `{page}`, `{chapter}`, `{topic}`, `{n}`. */
export interface PointSentences {
  /** For points that read as a thing ("Costs of the move"). */
  named: readonly string[];
  /** For points of any other form, quoted as they stand. */
  quoted: readonly string[];
  /** Second sentences, by what the point is about. */
  themes: readonly { about: RegExp; sentences: readonly string[] }[];
  /** Says something different for every `{n}`: the end of the line for decks of very many points of the same name. */
  numbered: string;
}

export function languagePack(language: Language): LanguagePack {
  return language === 'zh' ? ZH_PACK : EN_PACK;
}
