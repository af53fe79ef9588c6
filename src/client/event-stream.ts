import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_END, streamFailure } from '../contract/index';

const LF = 0x0a;
const CR = 0x0d;
const PLAIN_START = '{"content":"';
/** A backslash, or a control character that JSON does not allow inside a text. */
const NEEDS_PARSING = /[\\\x00-\x1f]/;

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

/** `content` of a message event; the common form without escapes is cut out, which costs a third of parsing it. */
function contentOf(data: string): string | undefined {
  if (data.startsWith(PLAIN_START)) {
    const end = data.length - 2;
    const plain = data.indexOf('"', PLAIN_START.length) === end && data.endsWith('}');
    if (plain && !NEEDS_PARSING.test(data)) return data.slice(PLAIN_START.length, end);
  }
  try {
    const content: unknown = JSON.parse(data)?.content;
    return typeof content === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
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
