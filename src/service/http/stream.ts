import { STREAM_END, type StreamEventName } from '../../contract';
import { Refusal } from '../../contract/refusal';

/** What an `error` or `filter` event carries; clients read `msg` or `message`. */
interface StreamFailure {
  code: number;
  msg: string;
}

/**
 * The bytes of an event stream: `event:message` and `data:{"content":…}` without a space after the colon, LF alone, a
 * blank line between events, nothing after `close`. Many readers of this interface split at exactly these characters.
 *
 * Rejects when the work fails before its first fragment; a failure after that is an `error` event, a refusal by moderation a `filter` event. A reader that goes
 * away ends the work.
 */
export async function streamBody(
  fragments: AsyncIterable<string>,
  signal: AbortSignal,
  describe: (error: unknown) => StreamFailure,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = fragments[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await nextFragment(iterator);
  // Work that nobody reads must end too: between two fragments it would wait for ever, and hold what it has locked.
  const stop = () => void iterator.return?.().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const encoder = new TextEncoder();
  let readerIsGone = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const step = first ?? (await nextFragment(iterator));
          first = undefined;
          if (readerIsGone) return;
          if (!step.done) {
            controller.enqueue(encoder.encode(messages(step.value)));
            return;
          }
          // Stopped between two fragments, it looks like the end but is none.
          signal.throwIfAborted();
          controller.enqueue(encoder.encode(event('close', STREAM_END)));
        } catch (error) {
          if (readerIsGone) return;
          const reason: unknown = signal.aborted ? signal.reason : error;
          const { code, msg } = describe(reason);
          const name: StreamEventName = reason instanceof Refusal && reason.kind === 'moderation' ? 'filter' : 'error';
          controller.enqueue(encoder.encode(event(name, JSON.stringify({ code, msg, message: msg }))));
        }
        signal.removeEventListener('abort', stop);
        controller.close();
      },
      async cancel() {
        readerIsGone = true;
        signal.removeEventListener('abort', stop);
        // The generator's own clean-up runs, and its failure interests nobody.
        await iterator.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The message events of a fragment: one, or more where its text has the word `close`. Naive readers end a stream at a line
 * with that word in it, so it is cut in two; put together, the contents are the same text.
 */
function messages(fragment: string): string {
  const pieces = fragment.split(/(?<=clo)(?=se)/i);
  return pieces.map((content) => event('message', JSON.stringify({ content }))).join('');
}

async function nextFragment(iterator: AsyncIterator<string>): Promise<IteratorResult<string>> {
  for (;;) {
    const step = await iterator.next();
    if (step.done || step.value !== '') return step;
  }
}

/** Whether an error only says that somebody has stopped the work. */
export function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

export function event(name: string, data: string): string {
  return `event:${name}\ndata:${data}\n\n`;
}
