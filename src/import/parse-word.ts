import mammoth from 'mammoth';
import { withFormulas } from './formula-text';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { documentBlocks } from './word-blocks';
import type { WordElement } from './word-elements';
import type { WordLimits } from './word-limits';
import { openWordPackage, packed, type WordParts } from './word-package';
import { documentStyles } from './word-styles';
import { damaged } from './zip-directory';

/**
 * Parses a document in the current thread. Services use `readWordDocument`, which also limits time and memory.
 * @throws ImportError
 */
export async function parseWordDocument(bytes: Uint8Array, limits: WordLimits): Promise<ImportedDocument> {
  const parts = openWordPackage(bytes, limits);
  const document = await readParts(parts);
  if (document.blocks.length === 0) {
    throw new ImportError(
      'nothing-to-show',
      'the document has no text. Images and drawings are ignored: add headings and paragraphs',
    );
  }
  return document;
}

async function readParts(parts: WordParts): Promise<ImportedDocument> {
  let document: WordElement = { type: 'document' };
  try {
    const roleOf = await documentStyles(parts);
    await mammoth.convertToHtml(
      { buffer: packed(withFormulas(parts)) },
      {
        externalFileAccess: false,
        includeEmbeddedStyleMap: false,
        // Only mammoth's document model is needed: it is captured here, and an empty one is passed on to the HTML
        // conversion.
        transformDocument: (element: WordElement) => {
          document = element;
          return { ...element, children: [] };
        },
      },
    );
    return documentBlocks(document, roleOf);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // Thousands of nested elements cause a RangeError; no word processor writes them.
    throw damaged('its text cannot be parsed');
  }
}
