import type { Chapter, Language, Outline } from '../outline/outline';

/** Slides of the whole deck, cover, catalogue, chapter pages and ending included. */
export type PageRange = 'short' | 'medium' | 'long' | { min: number; max: number };

/** What the person chose; everything left out is decided by the writer from the title. */
export interface GenerationOptions {
  /** short: 10 to 15 slides, medium: 16 to 25 (default), long: 26 to 40. Never fewer than 10. */
  pages?: PageRange;
  /** Who will see the deck, in the person's words. */
  audience?: string;
  /** The occasion: a report, a lesson, a speech… */
  scene?: string;
  /** How it should sound: formal, friendly, humorous, inspiring… */
  tone?: string;
  /** Default: the language of the title. */
  language?: Language;
}

export interface OutlineRequest {
  title: string;
  options: GenerationOptions;
  /** 0 for the first; each further revision gives a different, still sensible outline. */
  variant: number;
  /** What the reviewer asked for when sending the last outline back. */
  comment?: string;
  signal: AbortSignal;
}

export interface ContentRequest {
  outline: Outline;
  options: GenerationOptions;
  signal: AbortSignal;
  /** Whose turn it is, for work that is done in turns between users. */
  owner?: string;
  /** Takes the text of a chapter after each answer that added to it; for writers whose text costs something. */
  onChapter?(at: number, chapter: Chapter): Promise<void>;
}

/** A generation provider. Fragments of Markdown arrive in order; together they are one outline, maybe in a code fence. */
export interface Writer {
  outline(request: OutlineRequest): AsyncIterable<string>;
  /** The outline with text under every point. Text that is already there stays. */
  content(request: ContentRequest): AsyncIterable<string>;
}
