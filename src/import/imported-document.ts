/** The words of a document in reading order, without anything about how they looked. Plain data: it can be stored. */
export interface ImportedDocument {
  /** Text of the paragraph that the author marked as the title, if any. */
  title?: string;
  blocks: DocumentBlock[];
}

export type DocumentBlock = Heading | Paragraph | List | DocumentTable;

export interface Heading {
  kind: 'heading';
  /** 1 is the highest that the document uses; levels may be left out, as authors do. */
  level: number;
  text: string;
}

export interface Paragraph {
  kind: 'paragraph';
  text: string;
  /** Length of the bold words that it opens with, 0 when it does not open so. */
  lead: number;
}

export interface List {
  kind: 'list';
  items: ListItem[];
}

export interface ListItem {
  /** 0 for the outermost. */
  level: number;
  text: string;
  lead: number;
}

export interface DocumentTable {
  kind: 'table';
  /** Rows of the same length, at least one; the first one holds the column headings. */
  rows: string[][];
  caption?: string;
}
