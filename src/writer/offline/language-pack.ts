import type { Language } from '../../outline/outline';
import { type PointTexts, readLibrary } from '../library';
import type { Field } from './kind';
import type { ChapterSeed, Kind, Library, PageSeed, PointSeed, SharedChapter } from './seeds';
import { THEMES, type Theme } from './themes';

export const TONES = ['neutral', 'formal', 'friendly', 'inspiring', 'humorous'] as const;
export type Tone = (typeof TONES)[number];

export const SCENES = ['teaching', 'reporting', 'speech', 'sales', 'meeting', 'other'] as const;
export type Scene = (typeof SCENES)[number];

/** All material of the writer in one language. */
export interface LanguagePack {
  library: Library;
  /** The value of `{topic}` if the title has no phrase that fits into a sentence. */
  fallbackTopic: Record<Kind, string>;
  /** A page for each field. */
  fields: Record<Field, PageSeed>;
  /** A page for the chosen audience; slot `{audience}`. */
  audiencePage: PageSeed;
  /** A closing page for the occasion; slot `{scene}` in `other`. */
  scenePages: Record<Scene, PageSeed>;
  /** A chapter for a requested topic that the library does not cover; slot `{asked}`. */
  askedChapter: ChapterSeed;
  tones: Record<Tone, { ending?: string; openers: readonly string[] }>;
  points: PointSentences;
}

/** Sentences for points that a person wrote. Slots: `{point}`, `{Point}`, `{page}`, `{chapter}`, `{topic}`, `{n}`. */
export interface PointSentences {
  /** For points that read as a noun phrase ("Costs of the move"). */
  named: readonly string[];
  /** For all other points, which are quoted. */
  quoted: readonly string[];
  /** Second sentences by topic of the point. */
  themes: readonly { about: RegExp; sentences: readonly string[] }[];
  /** Differs for every `{n}`: the last resort for decks with very many points of the same name. */
  numbered: string;
}

/** A page in its file format: sentences by the name of their point. */
interface PageTexts extends Omit<PageSeed, 'points' | 'always'> {
  points: PointTexts;
}

interface ChapterTexts extends Omit<ChapterSeed, 'pages'> {
  pages: readonly PageTexts[];
}

/** The file of one language. */
export interface LanguageTexts {
  kinds: Record<Kind, readonly ChapterTexts[]>;
  shared: Record<SharedChapter, ChapterTexts>;
  fields: Record<Field, PageTexts>;
  fallbackTopic: LanguagePack['fallbackTopic'];
  audiencePage: PageTexts;
  scenePages: Record<Scene, PageTexts>;
  askedChapter: ChapterTexts;
  tones: LanguagePack['tones'];
  points: Omit<PointSentences, 'themes'> & { themes: Record<Theme, readonly string[]> };
}

const packs = new Map<Language, LanguagePack>();

/** Loaded on first use. */
export function languagePack(language: Language): LanguagePack {
  const pack = packs.get(language) ?? packOf(readLibrary<LanguageTexts>(language), language);
  packs.set(language, pack);
  return pack;
}

function packOf(
  { kinds, shared, fields, audiencePage, scenePages, askedChapter, points, ...rest }: LanguageTexts,
  language: Language,
): LanguagePack {
  const themes = Object.entries(THEMES[language]) as [Theme, RegExp][];
  return {
    ...rest,
    library: { kinds: mapped(kinds, (chapters) => chapters.map(chapterOf)), shared: mapped(shared, chapterOf) },
    fields: mapped(fields, alwaysOf),
    audiencePage: alwaysOf(audiencePage),
    scenePages: mapped(scenePages, alwaysOf),
    askedChapter: chapterOf(askedChapter),
    points: { ...points, themes: themes.map(([name, about]) => ({ about, sentences: points.themes[name] })) },
  };
}

function chapterOf(chapter: ChapterTexts): ChapterSeed {
  return { ...chapter, pages: chapter.pages.map(pageOf) };
}

function pageOf(page: PageTexts): PageSeed {
  return { ...page, points: Object.entries(page.points).map(([name, texts]): PointSeed => [name, ...[texts].flat()]) };
}

function alwaysOf(page: PageTexts): PageSeed {
  return { ...pageOf(page), always: true };
}

function mapped<Key extends string, From, To>(from: Record<Key, From>, to: (value: From) => To): Record<Key, To> {
  const entries = Object.entries(from) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, to(value)])) as Record<Key, To>;
}
