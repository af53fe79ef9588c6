import { fenced, writeOutline } from '../../outline/outline-markdown';
import { fragments } from '../stream';
import type { ContentRequest, Writer } from '../writer';
import { composeOutline } from './compose';
import { writeContent } from './content';

export interface OfflineWriterOptions {
  fragmentDelayMs: number;
  /** Where the content of an outline is written (default: in this thread). */
  write?: (request: ContentRequest) => string | Promise<string>;
}

/** Returns the writer's complete text for an outline, as in its stream. */
export function written({ outline, options }: Pick<ContentRequest, 'outline' | 'options'>): string {
  return fenced(writeOutline(writeContent(outline, options)));
}

/**
 * A writer that needs no network and no model: it recognizes the kind of deck from the title and composes it from texts
 * that ship with the code. Deterministic.
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
