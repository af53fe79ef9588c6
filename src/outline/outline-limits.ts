import { languageTag } from './languages';
import type { Block, Language, Outline } from './outline';

/** The place of an error in the submitted text or tree; the message also names it. */
export interface OutlineErrorPlace {
  /** Line of the Markdown, from 1. */
  line?: number;
  /** Path of the node in the tree, for example `$.children[2]`. */
  path?: string;
}

/** Why an outline is rejected; the review page has a message for each. */
export type OutlineFault =
  | 'empty'
  | 'no-title'
  | 'no-chapter'
  | 'empty-heading'
  | 'too-long'
  | 'too-large'
  | 'not-markdown';

/** An outline that cannot be read. The message is for the author of the text. */
export class OutlineError extends Error {
  override readonly name = 'OutlineError';

  constructor(
    message: string,
    readonly place: OutlineErrorPlace,
    readonly fault: OutlineFault,
  ) {
    super(message);
  }
}

/**
 * Limits of an outline. They are far above any real deck, and low enough that the largest outline is read, stored and
 * rendered without blocking the service.
 */
export const OUTLINE_LIMITS = {
  /** UTF-8 bytes of the Markdown. */
  bytes: 2 * 1024 * 1024,
  /** Lines of the Markdown, including empty ones. */
  lines: 50_000,
  /** Total of title, chapters, pages, points, paragraphs, tables and table rows. */
  nodes: 2000,
  /** Levels of a tree; the root is level 1. */
  depth: 12,
  /** Characters of a heading or a table cell. */
  heading: 500,
  /** Characters of a paragraph. */
  paragraph: 10_000,
  columns: 20,
} as const;

/** Default headings of the two slides that every deck has. */
export const DEFAULT_HEADINGS: Record<Language, { catalog: string; ending: string }> = {
  en: { catalog: 'Contents', ending: 'Thank you' },
  zh: { catalog: '目录', ending: '谢谢' },
};

/** Normalizes to one line of plain text: no control characters, no line breaks, no unpaired surrogates, trimmed. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
}

/** Sufficient to detect the language; more would only cost time. */
const LANGUAGE_SAMPLE = 20_000;

/**
 * Chinese if there are at least as many hanzi as words in Latin letters: "AI 在医疗领域的应用" is Chinese, and an English title
 * that quotes two characters is English. Japanese, which has kanji and kana, is not Chinese.
 */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, LANGUAGE_SAMPLE);
  const hanzi = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = sample.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return hanzi > 0 && hanzi >= words && languageTag(sample) === 'zh-CN' ? 'zh' : 'en';
}

/** Returns the outline without the paragraphs under its points. Tables and code stay, because they are structure. */
export function withoutContent(outline: Outline): Outline {
  return {
    ...outline,
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map((page) => ({
        ...page,
        blocks: page.blocks.map((block) => (block.kind === 'point' ? { ...block, text: [] } : block)),
      })),
    })),
  };
}

/** Total number of characters, which determines the cost of operations on the outline. */
export function outlineSize({ title, chapters }: Pick<Outline, 'title' | 'chapters'>): number {
  let size = title.length;
  for (const chapter of chapters) {
    size += chapter.title.length;
    for (const page of chapter.pages) {
      size += page.title.length;
      for (const block of page.blocks) {
        for (const each of wordsOf(block)) size += each.length;
      }
    }
  }
  return size;
}

function wordsOf(block: Block): string[] {
  if (block.kind === 'point') return [block.title, ...block.text];
  if (block.kind === 'picture') return [block.alt, block.caption ?? ''];
  return block.kind === 'code' ? [block.text] : [...block.header, ...block.rows.flat()];
}

/** All text of the outline except code and its contents and ending headings, for language detection. */
export function outlineWords(outline: Pick<Outline, 'title' | 'chapters'>): string {
  const words: string[] = [outline.title];
  for (const chapter of outline.chapters) {
    words.push(chapter.title);
    for (const page of chapter.pages) {
      words.push(page.title);
      for (const block of page.blocks) {
        if (block.kind !== 'code') words.push(...wordsOf(block));
      }
    }
  }
  return words.join('\n');
}
