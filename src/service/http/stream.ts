import { STREAM_END, type StreamEventName } from '../../contract';
import { ServiceError } from '../../contract/service-error';

/** The data of an `error` or `filter` event; clients read `msg` or `message`. */
interface StreamFailure {
  code: number;
  msg: string;
}

/**
 * Encodes an event stream: `event:message` and `data:{"content":…}` without a space after the colon, LF line ends, a
 * blank line between events, nothing after `close`. Many clients of this interface split at exactly these characters.
 * Rejects if the work fails before its first fragment. A later failure becomes an `error` event, a refusal by
 * moderation a `filter` event. A reader that disconnects ends the work.
 */
export async function streamBody(
  fragments: AsyncIterable<string>,
  signal: AbortSignal,
  describe: (error: unknown) => StreamFailure,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = fragments[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await nextFragment(iterator);
  // Unread work must end too: otherwise it would wait between two fragments forever and keep its locks.
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
          // Stopping between two fragments looks like the normal end.
          signal.throwIfAborted();
          controller.enqueue(encoder.encode(event('close', STREAM_END)));
        } catch (error) {
          if (readerIsGone) return;
          const reason: unknown = signal.aborted ? signal.reason : error;
          const { code, msg } = describe(reason);
          const name: StreamEventName =
            reason instanceof ServiceError && reason.kind === 'moderation' ? 'filter' : 'error';
          controller.enqueue(encoder.encode(event(name, JSON.stringify({ code, msg, message: msg }))));
        }
        signal.removeEventListener('abort', stop);
        controller.close();
      },
      async cancel() {
        readerIsGone = true;
        signal.removeEventListener('abort', stop);
        // Runs the generator's cleanup; its failure does not matter.
        await iterator.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The message events of a fragment: one, or several if its text contains the word `close`. Naive readers end a stream
 * at a line with that word, so it is split; the concatenated contents are unchanged.
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

/** Whether an error only means that the work was aborted. */
export function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

export function event(name: string, data: string): string {
  return `event:${name}\ndata:${data}\n\n`;
}
