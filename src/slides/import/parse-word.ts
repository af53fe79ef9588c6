import mammoth from 'mammoth';
import type { PictureFile } from '../render/deck/pictures';
import { markedPicture, withMarkedPictures } from './drawings';
import { withFormulas } from './formula';
import { ImportError } from './import-error';
import type { ImportedDocument } from './imported-document';
import { documentBlocks } from './word-blocks';
import type { WordElement } from './word-elements';
import type { WordLimits } from './word-limits';
import { type UsablePicture, usablePictures, WordMedia } from './word-media';
import { openWordPackage, packed, type WordParts } from './word-package';
import { documentStyles } from './word-styles';
import { withKnownWrappers } from './word-wrappers';
import { damaged } from './zip-directory';

interface ParsedWord {
  document: ImportedDocument;
  /** The images of its blocks, by hash. */
  pictures: Map<string, PictureFile>;
}

/**
 * Parses a document in the current thread. Services use `readWordDocument`, which also limits time and memory.
 * @throws ImportError
 */
export async function parseWord(bytes: Uint8Array, limits: WordLimits): Promise<ParsedWord> {
  const parts = openWordPackage(bytes, limits);
  const media = new WordMedia(bytes, parts, limits);
  const { parts: marked, drawn } = withMarkedPictures(parts, media.relations);
  const { usable, files } = await usablePictures(media, drawn, { count: limits.pictures });
  const document = await readParts(marked, usable);
  if (document.blocks.length === 0) {
    throw new ImportError(
      'nothing-to-show',
      'the document has no text. Images and drawings are ignored: add headings and paragraphs',
    );
  }
  const shown = new Set(document.blocks.flatMap((block) => (block.kind === 'picture' ? [block.hash] : [])));
  return { document, pictures: new Map([...files].filter(([hash]) => shown.has(hash))) };
}

/** Parses a document without its images. @throws ImportError */
export async function parseWordDocument(bytes: Uint8Array, limits: WordLimits): Promise<ImportedDocument> {
  return (await parseWord(bytes, { ...limits, pictures: 0 })).document;
}

async function readParts(
  parts: WordParts,
  pictures: readonly (UsablePicture | undefined)[],
): Promise<ImportedDocument> {
  let document: WordElement = { type: 'document' };
  try {
    const roleOf = await documentStyles(parts);
    await mammoth.convertToHtml(
      { buffer: packed(withFormulas(withKnownWrappers(parts))) },
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
    return documentBlocks(document, roleOf, ({ altText }) => pictures[markedPicture(altText ?? undefined) ?? -1]);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // Thousands of nested elements cause a RangeError; no word processor writes them.
    throw damaged('its text cannot be parsed');
  }
}
