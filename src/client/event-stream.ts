import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_END, streamFailure } from '../contract/index';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSING_BRACE = 0x7d;
const SHORT_START = '{"content":"';
/** Fragments are a few words; above this `JSON.parse` is quicker. */
const SHORT = 512;
/** The escapes that fragments hold; those of other characters are left to `JSON.parse`. */
const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' }).map(([name, char]) => [
    name.charCodeAt(0),
    char,
  ]),
);

/** Largest event in characters, largest stream in bytes. */
export interface EventLimits {
  eventBytes: number;
  streamBytes: number;
}

/** How a stream ended, or why it must not be read on. */
export type StreamOutcome =
  | { end: 'closed' }
  | { end: 'told'; by: 'error' | 'filter'; code?: number; msg: string }
  | { end: 'unreadable'; kind: 'malformed' | 'too-large'; sentence: string };

/**
 * Reads the service's event streams bytes by bytes: feed it chunks cut anywhere, it answers with the fragments that
 * became complete, in order, and says when the stream came to an end by an event. Not a good end by itself: a
 * stream that merely stops. Accepts what the standard for server-sent events accepts (any line ends, a BOM,
 * comments, no space after the colon, UTF-8 split between chunks).
 */
export class EventReader {
  /** Drops a BOM at the very beginning and holds back a character that is split between chunks. */
  readonly #decoder = new TextDecoder();
  readonly #parser;
  readonly #limits: EventLimits;
  #fragments: string[] = [];
  #bytes = 0;
  #droppedReturn = false;
  /** Set once by the event that ended the stream; what follows is not read. */
  outcome: StreamOutcome | undefined;

  constructor(limits: EventLimits) {
    this.#limits = limits;
    this.#parser = createParser({
      maxBufferSize: limits.eventBytes,
      onEvent: (event) => this.#onEvent(event),
      onError: (error) => {
        // Unknown fields and bad retry values are to be ignored, says the standard.
        if (error.type !== 'max-buffer-size-exceeded') return;
        this.#end({
          end: 'unreadable',
          kind: 'too-large',
          sentence: `an event is larger than ${limits.eventBytes} bytes`,
        });
      },
    });
  }

  /** The fragments that the chunk completed; none after the outcome. */
  push(chunk: Uint8Array): readonly string[] {
    this.#bytes += chunk.byteLength;
    if (!this.outcome && this.#bytes > this.#limits.streamBytes) {
      this.#end({
        end: 'unreadable',
        kind: 'too-large',
        sentence: `the stream is larger than ${this.#limits.streamBytes} bytes`,
      });
    }
    if (this.outcome) return [];
    this.#fragments = [];
    const text = this.#lineFeedsOnly(this.#decoder.decode(chunk, { stream: true }));
    if (text !== '') this.#parser.feed(text);
    return this.#fragments;
  }

  /**
   * The parser holds back a carriage return at the end of a chunk until it knows what follows, which would leave the
   * last event of a CR-only stream unread. A line feed at once, and none for the one that may follow, says the same.
   */
  #lineFeedsOnly(decoded: string): string {
    if (decoded === '') return decoded;
    const text = this.#droppedReturn && decoded.charCodeAt(0) === LF ? decoded.slice(1) : decoded;
    this.#droppedReturn = decoded.charCodeAt(decoded.length - 1) === CR;
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  #onEvent({ event = 'message', data }: EventSourceMessage): void {
    if (this.outcome) return;
    if (event === 'message') {
      const content = contentOf(data);
      if (content === undefined) {
        this.#end({
          end: 'unreadable',
          kind: 'malformed',
          sentence: 'a message event of the stream has no text in its content',
        });
      } else {
        this.#fragments.push(content);
      }
    } else if (event === 'close') {
      if (data.trim() === STREAM_END) this.#end({ end: 'closed' });
      else
        this.#end({
          end: 'unreadable',
          kind: 'malformed',
          sentence: 'the close event of the stream has other data than it must',
        });
    } else if (event === 'error' || event === 'filter') {
      this.#end({ end: 'told', by: event, ...toldBy(data) });
    }
  }

  #end(outcome: StreamOutcome): void {
    this.outcome ??= outcome;
  }
}

/** `content` of a message event. */
function contentOf(data: string): string | undefined {
  const short = shortContentOf(data);
  if (short !== undefined) return short;
  try {
    const content: unknown = JSON.parse(data)?.content;
    return typeof content === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}

/** The text of the common form `{"content":"…"}`, cut out for a third of what parsing costs; undefined for any other. */
function shortContentOf(data: string): string | undefined {
  const end = data.length - 2;
  let from = SHORT_START.length;
  if (end < from || end > SHORT || !data.startsWith(SHORT_START)) return undefined;
  if (data.charCodeAt(end) !== QUOTE || data.charCodeAt(end + 1) !== CLOSING_BRACE) return undefined;
  let text = '';
  for (let at = from; at < end; at++) {
    const char = data.charCodeAt(at);
    // A second field, or what JSON does not allow inside a text.
    if (char === QUOTE || char < 0x20) return undefined;
    if (char !== BACKSLASH) continue;
    const escaped = ESCAPES.get(data.charCodeAt(at + 1));
    // The last quote must not be an escaped one.
    if (escaped === undefined || at + 1 === end) return undefined;
    text += data.slice(from, at) + escaped;
    at += 1;
    from = at + 1;
  }
  return text + data.slice(from, end);
}

/** An `error` or `filter` event carries an object with `code`, `msg` or `message`, or plain text. */
function toldBy(data: string): { code?: number; msg: string } {
  try {
    const { code, msg, message } = streamFailure.parse(JSON.parse(data));
    return { ...(code === undefined ? {} : { code }), msg: msg ?? message ?? '' };
  } catch {
    return { msg: data };
  }
}
