/**
 * A text that a workflow knows of. Short ones travel inside; long ones lie in the document store and only their
 * address travels (claim check), so that a history stays small however large an outline grows.
 */
export type Document = StoredDocument | InlineDocument;

interface DocumentFacts {
  /** SHA-256 of the UTF-8 bytes, hexadecimal. */
  sha256: string;
  /** Length in bytes. */
  bytes: number;
}

export interface InlineDocument extends DocumentFacts {
  text: string;
}

export interface StoredDocument extends DocumentFacts {
  /** `document:<sha256>`, resolved by the document store of worker and command line. */
  uri: string;
  /** The beginning of the text, for people who look at the history. */
  preview: string;
}
