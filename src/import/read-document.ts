import { invalid, Refusal } from '../contract/refusal';
import type { Outline } from '../outline/outline';
import { fenced, writeOutline } from '../outline/outline-markdown';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { type ImportMode, outlineOf } from './outline-of';
import { parseWordDocument } from './parse-word';
import { WORD_LIMITS, type WordLimits } from './word-limits';

export interface UploadedDocument {
  bytes: Uint8Array;
  mode: ImportMode;
  /** Title of the deck where the document has none. */
  title: string;
  limits?: Partial<WordLimits>;
}

export interface ReadDocument {
  /** The document's words, as JSON to be stored. */
  document: string;
  /** Title of the deck that it makes. */
  title: string;
}

/**
 * Reads an uploaded .docx to the end: a document that makes no deck is refused now, not in the middle of a stream.
 * @throws Refusal that names the field.
 */
export async function readDocument({ bytes, mode, title, limits }: UploadedDocument): Promise<ReadDocument> {
  try {
    const document = await parseWordDocument(bytes, { ...WORD_LIMITS, ...limits });
    return { document: JSON.stringify(document), title: outlineOf(document, { mode, title }).title };
  } catch (error) {
    throw refused(error);
  }
}

/** The deck of a document that was read before. @param document as it was stored. */
export function importedOutline({ document, mode, title }: { document: string; mode: ImportMode; title: string }): {
  outline: Outline;
  /** The same as every writer sends it: in a code fence. */
  markdown: string;
} {
  try {
    const outline = outlineOf(JSON.parse(document) as ImportedDocument, { mode, title });
    return { outline, markdown: fenced(writeOutline(outline)) };
  } catch (error) {
    throw refused(error);
  }
}

/** Where the size is the trouble, HTTP has a word for it; everything else is a field that cannot be used. */
function refused(error: unknown): unknown {
  if (!(error instanceof ImportError)) return error;
  const message = `file cannot be used: ${error.message}`;
  return error.kind === 'too-large' ? new Refusal('invalid-request', message, 413) : invalid(message);
}
