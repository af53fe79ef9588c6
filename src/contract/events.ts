import { z } from 'zod';

/** Events of a streamed response (specification, "Events"; `error` and `filter` from the compatibility profile). */
export const EVENT_STREAM = 'text/event-stream';

/** Data of the `close` event, the only successful end of a stream. */
export const STREAM_END = 'api-close';

/** Data of a `message` event: one fragment of the Markdown text. */
export const fragment = z.object({ content: z.string() });

/** Data of an `error` or `filter` event, if it is an object. */
export const streamFailure = z.object({
  code: z.int().optional(),
  msg: z.string().optional(),
  message: z.string().optional(),
});

export type StreamEventName = 'message' | 'close' | 'error' | 'filter';
