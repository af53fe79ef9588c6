import mammoth from 'mammoth';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { documentBlocks } from './word-blocks';
import type { WordElement } from './word-elements';
import type { WordLimits } from './word-limits';
import { openWordPackage, packed, type WordParts } from './word-package';
import { readStyleRoles } from './word-styles';
import { damaged } from './zip-directory';

/**
 * The document's words, in this thread. `readWordDocument` is the one for a service: it bounds time and memory too.
 * @throws ImportError
 */
export async function parseWordDocument(bytes: Uint8Array, limits: WordLimits): Promise<ImportedDocument> {
  const parts = openWordPackage(bytes, limits);
  const document = await readParts(parts);
  if (document.blocks.length === 0) {
    throw new ImportError(
      'nothing-to-show',
      'the document has no text. Pictures and drawings are not read: add headings and paragraphs',
    );
  }
  return document;
}

async function readParts(parts: WordParts): Promise<ImportedDocument> {
  let document: WordElement = { type: 'document' };
  try {
    const roleOf = await readStyleRoles(stylesOf(parts));
    await mammoth.convertToHtml(
      { buffer: packed(parts) },
      {
        externalFileAccess: false,
        includeEmbeddedStyleMap: false,
        // The document itself is what is wanted: it is kept here, and an empty one goes on to become HTML.
        transformDocument: (element: WordElement) => {
          document = element;
          return { ...element, children: [] };
        },
      },
    );
    return documentBlocks(document, roleOf);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // Elements nested thousands deep end in a RangeError; no writer makes them.
    throw damaged('its text cannot be read');
  }
}

function stylesOf(parts: WordParts): string | undefined {
  const name = [...parts.keys()].find((part) => /(?:^|\/)styles\d*\.xml$/i.test(part));
  return name === undefined ? undefined : Buffer.from(parts.get(name)!).toString('utf8');
}
