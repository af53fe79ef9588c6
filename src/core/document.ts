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

/** A file that is no text, such as a .docx, in the document store. */
export interface StoredFile extends DocumentFacts {
  /** `document:<sha256>`. */
  uri: string;
  /** Its name, as a person knows it. */
  name: string;
}

/** Whether bytes begin like a .docx, which is a ZIP package; what it holds is the service's to read. */
export function beginsLikeWord(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
}
