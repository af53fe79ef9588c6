/**
 * The outline of a deck: title, chapters, pages, points — with or without the text under the points.
 * Everything else (Markdown, the tree of the wire, slides) is a form of this one value.
 */
export interface Outline {
  title: string;
  language: Language;
  /** Heading of the catalogue page; absent means the language's own word ("Contents", "目录"). */
  catalog?: string;
  chapters: Chapter[];
  /** Text of the ending page; absent means the language's own words ("Thank you", "谢谢"). */
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
  nodeType?: ForeignNodeType;
}

/**
 * Type the node had in a tree of the wire when it is none of ours. The specification does not list every type,
 * so an unknown one is carried along: reading a tree and writing it back must not turn it into something else.
 */
export type ForeignNodeType = string;

/** A point (heading with paragraphs below it, empty while only the outline exists) or a table. */
export type Block = Point | Table;

export interface Point {
  kind: 'point';
  title: string;
  /** Paragraphs in order, plain text without Markdown marks. */
  text: string[];
  nodeType?: ForeignNodeType;
}

export interface Table {
  kind: 'table';
  /** Column headings; every row has the same number of cells. */
  header: string[];
  rows: string[][];
}
