import type { Outline } from '../../domain/outline';
import { writeOutline } from '../../domain/outline-markdown';
import type { Writer } from '../writer';
import { composeOutline } from './compose';
import { writeContent } from './content';
import { fragments } from './stream';

/**
 * A writer that needs no network and no model: it recognises what sort of deck a title asks for and composes it from
 * texts kept with the code. The same request always gives the same words.
 */
export function createOfflineWriter({ fragmentDelayMs }: { fragmentDelayMs: number }): Writer {
  return {
    async *outline({ signal, ...request }) {
      signal.throwIfAborted();
      yield* fragments(fenced(composeOutline(request)), fragmentDelayMs, signal);
    },
    async *content({ outline, options, signal }) {
      signal.throwIfAborted();
      yield* fragments(fenced(writeContent(outline, options)), fragmentDelayMs, signal);
    },
  };
}

/** Language models answer with the Markdown in a code fence, and the readers of the stream expect it. */
function fenced(outline: Outline): string {
  return `\`\`\`markdown\n${writeOutline(outline)}\`\`\`\n`;
}
