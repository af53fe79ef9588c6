import type { Brief } from '../../frames/frame';
import type { Chapter, Language, Outline } from '../../outline/outline';

/** Slides of the whole deck, including cover, contents, chapter slides and ending. */
export type PageRange = 'short' | 'medium' | 'long' | { min: number; max: number };

/** The user's options; the writer derives missing ones from the title. */
export interface GenerationOptions {
  /** short: 10 to 15 slides, medium: 16 to 25 (default), long: 26 to 40. At least 10. */
  pages?: PageRange;
  /** The audience of the deck, in the user's words. */
  audience?: string;
  /** The occasion: a report, a lesson, a speech… */
  scene?: string;
  /** The tone: formal, friendly, humorous, inspiring… */
  tone?: string;
  /** Default: the language of the title. */
  language?: Language;
  /** What the person who asked answered about the deck. */
  brief?: Brief;
}

export interface OutlineRequest {
  title: string;
  options: GenerationOptions;
  /** 0 for the first outline; each further revision must be different but still sensible. */
  variant: number;
  /** The reviewer's comment on the previous outline. */
  comment?: string;
  signal: AbortSignal;
  /** As in {@link ContentRequest}. */
  owner?: string;
  patient?: boolean;
  onNote?(sentence: string): void;
}

export interface ContentRequest {
  outline: Outline;
  /** The user's title, which may have facts that the outline leaves out. */
  title?: string;
  options: GenerationOptions;
  /** The text is the source of the deck: a writer that knows nothing about the subject adds nothing to it. */
  authored?: boolean;
  signal: AbortSignal;
  /** The owner for fair scheduling between users. */
  owner?: string;
  /** No one waits for the first words. */
  patient?: boolean;
  /** Receives a chapter after each response that added text to it; for writers whose text costs money. */
  onChapter?(at: number, chapter: Chapter): Promise<void>;
  /** Receives a sentence for the person who asked. */
  onNote?(sentence: string): void;
  /** Leaves points without text instead of failing; receives how many slides have some, of how many, and why. */
  onGaps?(gaps: { slides: number; of: number; reason: unknown }): void;
}

/**
 * A generation provider. It yields fragments of Markdown that together form one outline, possibly in a code fence. An
 * empty fragment says that the text has begun to be written.
 */
export interface Writer {
  /** A language model writes, so each response costs time and money. */
  readonly paid?: boolean;
  outline(request: OutlineRequest): AsyncIterable<string>;
  /** The outline with text under every point. Existing text stays. */
  content(request: ContentRequest): AsyncIterable<string>;
}
