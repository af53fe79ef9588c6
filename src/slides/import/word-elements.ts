import { linkTarget, linkText } from '../../outline/links';
import type { Link } from '../../outline/outline';
import { OUTLINE_LIMITS } from '../../outline/outline-limits';

/** The used part of mammoth's document model, which mammoth types as `any`. */
export interface WordElement {
  type: string;
  children?: WordElement[];
  /** For text elements. */
  value?: string;
  /** For paragraphs. */
  styleId?: string | null;
  numbering?: { level: string; isOrdered: boolean } | null;
  /** For runs. */
  isBold?: boolean;
  font?: string | null;
  fontSize?: number | null;
  /** For images. */
  altText?: string | null;
  /** For links to other documents. */
  href?: string;
  /** For table rows. */
  isHeader?: boolean;
  /** For table cells. */
  colSpan?: number;
  rowSpan?: number;
  /** For note references. */
  noteId?: string;
  noteType?: string;
  /** For the document. */
  notes?: { resolve(reference: WordElement): { body?: WordElement[] } | null | undefined };
}

/** A run of text with the same formatting. */
interface TextRun {
  text: string;
  bold: boolean;
  size: number | undefined;
}

/** The runs of a paragraph or a cell. Images and comments are not part of the text and are skipped. */
export function textRuns(element: WordElement, marks?: NoteMarks): TextRun[] {
  const runs: TextRun[] = [];
  collect(element, { bold: false, size: undefined }, runs, marks);
  return runs;
}

/** The raised number of a reference to a note. */
export type NoteMarks = (reference: WordElement) => string;

/**
 * Maximum number of characters to read of a paragraph. A slide holds fewer, and headings are taken from the start, so
 * the rest would only cost time.
 */
export const LONGEST_TEXT = OUTLINE_LIMITS.paragraph + 2 * OUTLINE_LIMITS.heading;
/** The same for a heading or a title. */
export const LONGEST_HEADING = 2 * OUTLINE_LIMITS.heading;

export function plainText(element: WordElement, marks?: NoteMarks): string {
  return oneLine(
    textRuns(element, marks)
      .map((run) => run.text)
      .join(''),
  ).slice(0, LONGEST_TEXT);
}

const FIGURE_CAPTION = /^(?:figure|fig\.|picture|image|abbildung|abb\.|图|圖)\s*[\d一二三四五六七八九十]/i;
export const LONGEST_CAPTION = 120;

/** Whether a paragraph right below an image reads as its caption, whatever its style. */
export const isFigureCaption = (text: string): boolean => FIGURE_CAPTION.test(text) && text.length <= LONGEST_CAPTION;

export function hasImage({ type, children = [] }: WordElement): boolean {
  return type === 'image' || children.some(hasImage);
}

/** The images in an element, in order. */
export function imagesIn(element: WordElement): WordElement[] {
  return element.type === 'image' ? [element] : (element.children ?? []).flatMap(imagesIn);
}

/** The links in an element, in order. */
export function linksIn(element: WordElement): Link[] {
  const target = element.type === 'hyperlink' ? linkTarget(element.href ?? '') : undefined;
  const text = target === undefined ? undefined : linkText(plainText(element));
  if (target !== undefined && text !== undefined) return [{ text, target }];
  return (element.children ?? []).flatMap(linksIn);
}

/** Normalizes white space (several spaces, tabs, non-breaking spaces, soft hyphens). */
export function oneLine(text: string): string {
  return text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

function collect(element: WordElement, look: Omit<TextRun, 'text'>, runs: TextRun[], marks?: NoteMarks): void {
  const { type } = element;
  if (type === 'text') runs.push({ ...look, text: element.value ?? '' });
  else if (type === 'tab' || type === 'break') runs.push({ ...look, text: ' ' });
  else if (type === 'noteReference') runs.push({ ...look, text: marks?.(element) ?? '' });
  else if (type === 'image' || type === 'commentReference') return;
  else {
    const own = type === 'run' ? { bold: element.isBold === true, size: element.fontSize ?? undefined } : look;
    for (const child of element.children ?? []) collect(child, own, runs, marks);
    // Paragraphs inside a cell or a text box are on separate lines.
    if (type === 'paragraph') runs.push({ ...look, text: ' ' });
  }
}
