/**
 * A text in a history: a short one itself, a long one as a reference to the document store (claim check), so that
 * histories stay small however long the text is.
 */
export type Document = StoredDocument | InlineDocument;

/** Of a reference. The owner is that of `documents/owner.ts`; without one, the document is of no user. */
export const DOCUMENT_URI = /^document:(?:([0-9a-f]{16}-[0-9a-f]{16})\/)?([0-9a-f]{64})$/;

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
  /** `document:<owner>/<sha256>`, resolved by the document store of workers and command line. */
  uri: string;
  /** The beginning of the text, for people who read the history. */
  preview: string;
}

/** A binary file in the document store, such as a .docx. */
export interface StoredFile extends DocumentFacts {
  /** `document:<owner>/<sha256>`. */
  uri: string;
  /** File name. */
  name: string;
}

/** Whether bytes start like a .docx file, which is a ZIP package. The service reads its contents. */
export function beginsLikeWord(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
}

/** Whether a file with this name is text, which a deck reads as Markdown. */
export const isTextFile = (name: string): boolean => /\.(?:md|markdown|txt)$/i.test(name);
