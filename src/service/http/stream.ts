import { STREAM_END, type StreamEventName } from '../../contract';
import { ServiceError } from '../../contract/service-error';
import { cleanText } from '../../outline/outline-limits';
import type { Fragment } from '../context/fragment';

/** A stream sends something at least this often: an empty comment, if there is no text. */
const QUIET_MS = 5_000;
const STILL_WORKING = ':\n\n';

/** The data of an `error` or `filter` event; clients read `msg` or `message`. */
interface StreamFailure {
  code: number;
  msg: string;
}

/**
 * Encodes an event stream: `event:message` and `data:{"content":…}` without a space after the colon, LF line ends, a
 * blank line between events, nothing after `close`. Many clients of this interface split at exactly these characters.
 * Rejects if the work fails at its start: before its first fragment, which is empty if the text is still to come, and
 * within the first seconds. A later failure becomes an `error` event, a refusal by moderation a `filter` event.
 * Comments keep the connection open; one with words is a note. A reader that disconnects ends the work.
 */
export async function streamBody(
  fragments: AsyncIterable<Fragment>,
  signal: AbortSignal,
  describe: (error: unknown) => StreamFailure,
  quietMs = QUIET_MS,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = fragments[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<Fragment>> | undefined;
  /** The next fragment, or a sign of life if it does not come. */
  const step = async (): Promise<IteratorResult<Fragment>> => {
    next ??= iterator.next();
    // It may fail while no one reads.
    next.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const quiet = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, quietMs, undefined);
    });
    const got = await Promise.race([next, quiet]).finally(() => clearTimeout(timer));
    if (got === undefined) return { done: false, value: '' };
    next = undefined;
    return got;
  };
  let first: IteratorResult<Fragment> | undefined = await step();
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
          const { done, value } = first ?? (await step());
          first = undefined;
          if (readerIsGone) return;
          if (!done) {
            controller.enqueue(encoder.encode(encoded(value)));
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

function encoded(fragment: Fragment): string {
  if (fragment === '') return STILL_WORKING;
  return typeof fragment === 'string' ? messages(fragment) : `: ${cleanText(fragment.sentence)}\n\n`;
}

/**
 * The message events of a fragment: one, or several if its text contains the word `close`. Naive readers end a stream
 * at a line with that word, so it is split; the concatenated contents are unchanged.
 */
function messages(fragment: string): string {
  const pieces = fragment.split(/(?<=clo)(?=se)/i);
  return pieces.map((content) => event('message', JSON.stringify({ content }))).join('');
}

/** Whether an error only means that the work was aborted. */
export function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

export function event(name: string, data: string): string {
  return `event:${name}\ndata:${data}\n\n`;
}
