import { OUTLINE_LIMITS } from '../outline/outline-limits';

/** What mammoth makes of a document's XML, as far as it is used here; mammoth itself types it as `any`. */
export interface WordElement {
  type: string;
  children?: WordElement[];
  /** Of a text. */
  value?: string;
  /** Of a paragraph. */
  styleId?: string | null;
  numbering?: { level: string; isOrdered: boolean } | null;
  /** Of a run. */
  isBold?: boolean;
  fontSize?: number | null;
  /** Of a table cell. */
  colSpan?: number;
  rowSpan?: number;
}

/** A stretch of text of one look. */
export interface TextRun {
  text: string;
  bold: boolean;
  size: number | undefined;
}

/** The runs of a paragraph or a cell. Pictures, notes and comments are no words of the text and are passed over. */
export function textRuns(element: WordElement): TextRun[] {
  const runs: TextRun[] = [];
  collect(element, { bold: false, size: undefined }, runs);
  return runs;
}

/**
 * Characters of a paragraph that are read. A slide's paragraph holds fewer, and its heading is taken from the front: what
 * stands behind this would only cost time.
 */
export const LONGEST_TEXT = OUTLINE_LIMITS.paragraph + 2 * OUTLINE_LIMITS.heading;
/** The same of a heading or a title. */
export const LONGEST_HEADING = 2 * OUTLINE_LIMITS.heading;

export function plainText(element: WordElement): string {
  return oneLine(
    textRuns(element)
      .map((run) => run.text)
      .join(''),
  ).slice(0, LONGEST_TEXT);
}

/** White space as people type it (several spaces, tabs, non-breaking ones, soft hyphens) in its plain form. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim();
}

function collect(element: WordElement, look: Omit<TextRun, 'text'>, runs: TextRun[]): void {
  const { type } = element;
  if (type === 'text') runs.push({ ...look, text: element.value ?? '' });
  else if (type === 'tab' || type === 'break') runs.push({ ...look, text: ' ' });
  else if (type === 'image' || type === 'noteReference' || type === 'commentReference') return;
  else {
    const own = type === 'run' ? { bold: element.isBold === true, size: element.fontSize ?? undefined } : look;
    for (const child of element.children ?? []) collect(child, own, runs);
    // Paragraphs inside a cell or a box stand on lines of their own.
    if (type === 'paragraph') runs.push({ ...look, text: ' ' });
  }
}
