import { invalid, ServiceError } from '../contract/service-error';
import type { Outline } from '../outline/outline';
import { fenced, writeOutline } from '../outline/outline-markdown';
import type { Pictures } from '../render/deck/pictures';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { type ImportMode, outlineOf } from './outline-of';
import { parseWord } from './parse-word';
import { WORD_LIMITS, type WordLimits } from './word-limits';

export interface UploadedDocument {
  bytes: Uint8Array;
  mode: ImportMode;
  /** Deck title for a document without one. */
  title: string;
  limits?: Partial<WordLimits>;
}

export interface ReadDocument {
  /** The document's text as JSON for storage. */
  document: string;
  /** Title of the resulting deck. */
  title: string;
  /** The images of the document, by hash. */
  pictures: Pictures;
}

/**
 * Parses an uploaded .docx completely, so that an unusable document is refused now and not in the middle of a stream.
 * @throws ServiceError that names the field.
 */
export async function readDocument({ bytes, mode, title, limits }: UploadedDocument): Promise<ReadDocument> {
  try {
    const { document, pictures } = await parseWord(bytes, { ...WORD_LIMITS, ...limits });
    return { document: JSON.stringify(document), title: outlineOf(document, { mode, title }).title, pictures };
  } catch (error) {
    throw refused(error);
  }
}

/** Creates the deck of a document that was parsed before. @param document as it was stored. */
export function importedOutline({ document, mode, title }: { document: string; mode: ImportMode; title: string }): {
  outline: Outline;
  /** In a code fence, as every writer sends it. */
  markdown: string;
} {
  try {
    const outline = outlineOf(JSON.parse(document) as ImportedDocument, { mode, title });
    return { outline, markdown: fenced(writeOutline(outline)) };
  } catch (error) {
    throw refused(error);
  }
}

/** HTTP has a status for excessive size; every other error refuses the field. */
function refused(error: unknown): unknown {
  if (!(error instanceof ImportError)) return error;
  const message = `file cannot be used: ${error.message}`;
  return error.kind === 'too-large' ? new ServiceError('invalid-request', message, 413) : invalid(message);
}
