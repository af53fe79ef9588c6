/**
 * The outline of a deck: title, chapters, pages and points, with or without the text under the points. Markdown, the
 * wire tree and slides are all derived from it.
 */
export interface Outline {
  title: string;
  language: Language;
  /** Lines below the title on the cover, such as author and date (default: the chapters). */
  byline?: string;
  /** Heading of the contents slide (default: "Contents" or "目录"). */
  catalog?: string;
  chapters: Chapter[];
  /** Text of the ending slide (default: "Thank you" or "谢谢"). */
  ending?: string;
}

export type Language = 'en' | 'zh';

export interface Chapter {
  title: string;
  pages: Page[];
  nodeType?: ForeignNodeType;
}

export interface Page {
  title: string;
  blocks: Block[];
  /** In the order of their words; absent if there are none. */
  links?: Link[];
  /** Paragraphs for the speaker, in place of those made from the slide; absent if there are none. */
  notes?: string[];
  nodeType?: ForeignNodeType;
}

/** A link on the first place of the page, in its order, that has these words and no other link. */
export interface Link {
  /** One or more words of a title, a paragraph or a table cell, without brackets. */
  text: string;
  /** An address with `http:`, `https:` or `mailto:`. */
  target: string;
}

/**
 * The unknown type of a node in a wire tree. The specification does not list every type, so unknown ones are preserved
 * when a tree is read and written back.
 */
type ForeignNodeType = string;

/** A point (a heading with paragraphs, which are empty while only the outline exists), a table, code, or an image. */
export type Block = Point | Table | Code | Picture;

export interface Point {
  kind: 'point';
  title: string;
  /** Paragraphs in order, as plain text without Markdown marks. */
  text: string[];
  /** Its number in an ordered list of its author; absent for a point without an order. */
  number?: number;
  /** Its author emphasized it. */
  marked?: true;
  nodeType?: ForeignNodeType;
}

export interface Table {
  kind: 'table';
  /** Column headings; every row has the same number of cells. */
  header: string[];
  rows: string[][];
}

/** Part of the structure, like a table: it stays where only the outline is shown. */
export interface Code {
  kind: 'code';
  /** Lines with their indentation, without tabs and without empty lines around them; never empty. */
  text: string;
}

/** Part of the structure, like a table. Its bytes are kept apart from the outline. */
export interface Picture {
  kind: 'picture';
  /** SHA-256 of the bytes that the document has, and of the crop if there is one, in lower-case hexadecimal digits. */
  hash: string;
  /** Describes it for people who do not see it; empty if no one did. */
  alt: string;
  /** Shown with it. */
  caption?: string;
}

/** Starts a paragraph that belongs to the one above it: the second level of a list under a point. */
export const SUB_LEVEL = '– ';

/** Between the parts of a byline. */
export const BYLINE_SEPARATOR = ' · ';
