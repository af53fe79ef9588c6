import type { Link } from '../../outline/outline';

/** The text of a document in reading order, without formatting. Plain data, so that it can be stored. */
export interface ImportedDocument {
  /** Text of the paragraph with the title style, if any. */
  title?: string;
  /** Further lines of the title page: author, date, version. */
  byline?: string[];
  blocks: DocumentBlock[];
  /** In reading order. */
  links?: Link[];
}

export type DocumentBlock = Heading | Paragraph | List | DocumentTable | DocumentCode | DocumentPicture | Note;

export interface Heading {
  kind: 'heading';
  /** 1 is the highest level in the document; levels can be skipped. */
  level: number;
  text: string;
}

export interface Paragraph {
  kind: 'paragraph';
  text: string;
  /** Length of the bold text at its start; 0 if it does not start in bold. */
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
  /** Whether its list is numbered. */
  ordered?: true;
}

/** Lines in a monospaced face, with line breaks and indentation. */
export interface DocumentCode {
  kind: 'code';
  text: string;
}

/** The bytes are kept apart from the document, by this hash. */
export interface DocumentPicture {
  kind: 'picture';
  hash: string;
  /** Its description; empty if it has none. */
  alt: string;
  caption?: string;
}

/** A footnote, with its raised number, or the source of the block above. It goes where that block goes. */
interface Note {
  kind: 'note';
  text: string;
}

export interface DocumentTable {
  kind: 'table';
  /** At least one row, all of the same length; the first one holds the column headings. */
  rows: string[][];
  caption?: string;
}
