import { fenced, writeOutline } from '../../../outline/outline-markdown';
import { withGaps } from '../../../outline/prompts';
import { fragments } from '../stream';
import type { ContentRequest, Writer } from '../writer';
import { frameFor } from './frame';

interface OfflineWriterOptions {
  fragmentDelayMs: number;
  /** Where the content is written as Markdown (default: in this thread). */
  write?: (request: ContentRequest) => string | Promise<string>;
}

/**
 * A writer that needs no network and no model. It knows nothing about the subject, so its outline is a frame of prompts
 * for the kind of deck, and its content marks what is missing. Deterministic.
 */
export function createOfflineWriter({ fragmentDelayMs, write = written }: OfflineWriterOptions): Writer {
  return {
    async *outline({ signal, ...request }) {
      signal.throwIfAborted();
      yield* fragments(fenced(writeOutline(frameFor(request))), fragmentDelayMs, signal);
    },
    async *content(request) {
      const { signal } = request;
      signal.throwIfAborted();
      yield* fragments(await write(request), fragmentDelayMs, signal);
    },
  };
}

/** The complete text for an outline, as in the stream: gaps where no one has written. */
export function written({ outline, authored }: Pick<ContentRequest, 'outline' | 'authored'>): string {
  return fenced(writeOutline(authored ? outline : withGaps(outline)));
}
