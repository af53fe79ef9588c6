import { given } from '../../core/given';
import type { Outline } from '../../outline/outline';
import { fenced, writeOutline } from '../../outline/outline-markdown';
import { SlidesError } from '../errors/slides-error';
import type { Pictures } from '../render/deck/pictures';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { type ImportMode, outlineOf } from './outline-of';
import { parseWord } from './parse-word';
import { textDocument } from './text-document';
import { WORD_LIMITS, type WordLimits } from './word-limits';

interface UploadedDocument {
  bytes: Uint8Array;
  mode: ImportMode;
  /** Deck title for a document without one. */
  title: string;
  limits?: Partial<WordLimits>;
}

interface ReadDocument {
  /** The document's text as JSON for storage. */
  document: string;
  /** Title of the resulting deck. */
  title: string;
  /** The images of the document, by hash. */
  pictures: Pictures;
}

/**
 * Parses an uploaded .docx completely, so that an unusable document is refused now and not in the middle of a stream.
 * @throws SlidesError that names the field.
 */
export async function readDocument({ bytes, mode, title, limits }: UploadedDocument): Promise<ReadDocument> {
  try {
    const { document, pictures } = await parseWord(bytes, { ...WORD_LIMITS, ...limits });
    return { document: JSON.stringify(document), title: outlineOf(document, { mode, title }).title, pictures };
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Reads a text without markup in the same way.
 * @param title of the deck, if there is one
 * @throws SlidesError that names the field.
 */
export function readText({ content, mode, title }: { content: string; mode: ImportMode; title: string | undefined }): {
  document: string;
  title: string;
} {
  try {
    const document = textDocument(content, title);
    return { document: JSON.stringify(document), title: outlineOf(document, { mode, ...given({ title }) }).title };
  } catch (error) {
    throw refused(error, 'content');
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

function refused(error: unknown, field = 'file'): unknown {
  if (!(error instanceof ImportError)) return error;
  const kind = error.kind === 'too-large' ? 'too-large' : 'invalid';
  return new SlidesError(kind, `${field} cannot be used: ${error.message}`);
}
