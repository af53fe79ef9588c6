import type { importedOutline } from '../../slides/import/read-document';
import { fragments } from './stream';
import type { GenerationOptions, Writer } from './writer';

interface WordWriterRequest {
  imported: ReturnType<typeof importedOutline>;
  /** Whether a writer fills points without text. */
  expand: boolean;
  options: GenerationOptions;
  signal: AbortSignal;
  owner: string;
  patient: boolean;
  onNote?(sentence: string): void;
}

/**
 * Streams an imported document as outline and content, in the format of every writer: Markdown in a code fence, in
 * short fragments. Expanding passes the points without text to `writer`; the other modes need none.
 */
export function wordWriter(writer: Pick<Writer, 'content'>): {
  outlineAndContent(request: WordWriterRequest): AsyncIterable<string>;
} {
  return {
    async *outlineAndContent({ imported, expand, ...request }) {
      request.signal.throwIfAborted();
      if (expand) yield* writer.content({ outline: imported.outline, authored: true, ...request });
      else yield* fragments(imported.markdown, 0, request.signal);
    },
  };
}
