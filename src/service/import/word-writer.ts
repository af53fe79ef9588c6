import type { Outline } from '../domain/outline';
import { writeOutline } from '../domain/outline-markdown';
import { fragments } from '../generation/offline/stream';
import type { GenerationOptions, Writer } from '../generation/writer';
import type { ImportedDocument } from './imported-document';
import { type ImportMode, outlineOf } from './outline-of';

export interface WordWriterRequest {
  document: ImportedDocument;
  mode: ImportMode;
  /** Title of the deck where the document has none. */
  title?: string;
  options: GenerationOptions;
  signal: AbortSignal;
}

/**
 * Streams an imported document as outline and content in one, in the form of every writer: Markdown in a code fence, in
 * short fragments. Expanding hands the points without text to `writer`, whichever it is; the other modes need none.
 */
export function wordWriter(writer: Pick<Writer, 'content'>): {
  outlineAndContent(request: WordWriterRequest): AsyncIterable<string>;
} {
  return {
    async *outlineAndContent({ document, mode, title, options, signal }) {
      signal.throwIfAborted();
      const outline = outlineOf(document, title === undefined ? { mode } : { mode, title });
      if (mode === 'expand') yield* writer.content({ outline, options, signal });
      else yield* fragments(fenced(outline), 0, signal);
    },
  };
}

function fenced(outline: Outline): string {
  return `\`\`\`markdown\n${writeOutline(outline)}\`\`\`\n`;
}
