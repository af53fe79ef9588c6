import { fenced, writeOutline } from '../../outline/outline-markdown';
import { fragments } from '../stream';
import type { ContentRequest, Writer } from '../writer';
import { composeOutline } from './compose';
import { writeContent } from './content';

export interface OfflineWriterOptions {
  fragmentDelayMs: number;
  /** Where the content of an outline is written; absent means here. */
  write?: (request: ContentRequest) => string | Promise<string>;
}

/** Everything that the writer says of an outline, as its stream. */
export function written({ outline, options }: Pick<ContentRequest, 'outline' | 'options'>): string {
  return fenced(writeOutline(writeContent(outline, options)));
}

/**
 * A writer that needs no network and no model: it recognises what sort of deck a title asks for and composes it from
 * texts kept with the code. The same request always gives the same words.
 */
export function createOfflineWriter({ fragmentDelayMs, write = written }: OfflineWriterOptions): Writer {
  return {
    async *outline({ signal, ...request }) {
      signal.throwIfAborted();
      yield* fragments(fenced(writeOutline(composeOutline(request))), fragmentDelayMs, signal);
    },
    async *content(request) {
      const { signal } = request;
      signal.throwIfAborted();
      yield* fragments(await write(request), fragmentDelayMs, signal);
    },
  };
}
