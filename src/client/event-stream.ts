import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_END, streamFailure } from '../contract/index';
import { given } from '../core/given';

const LF = 0x0a;
const CR = 0x0d;

/** Maximum size of an event in characters, and of a stream in bytes. */
export interface EventLimits {
  eventBytes: number;
  streamBytes: number;
}

/** How a stream ended, or why reading stopped. */
export type StreamOutcome =
  | { end: 'closed' }
  | { end: 'told'; by: 'error' | 'filter'; code?: number; msg: string }
  | { end: 'unreadable'; kind: 'malformed' | 'too-large'; sentence: string };

/**
 * Parses event streams incrementally: `push` accepts chunks split anywhere and returns the fragments that became
 * complete. The outcome is set when an event ends the stream; a stream that merely stops has none. Accepts everything
 * in the standard for server-sent events (any line ends, a BOM, comments, no space after the colon, UTF-8 split between
 * chunks).
 */
export class EventReader {
  /** Drops a leading BOM and holds back a character that is split between chunks. */
  readonly #decoder = new TextDecoder();
  readonly #parser;
  readonly #limits: EventLimits;
  #fragments: string[] = [];
  #bytes = 0;
  #droppedReturn = false;
  /** Set once by the event that ends the stream; later input is ignored. */
  outcome: StreamOutcome | undefined;

  /** @param onComment receives the words of comments, which are not part of the text */
  constructor(limits: EventLimits, onComment?: (words: string) => void) {
    this.#limits = limits;
    this.#parser = createParser({
      maxBufferSize: limits.eventBytes,
      onEvent: (event) => this.#onEvent(event),
      onComment: (comment) => {
        const words = comment.trim();
        if (words !== '' && this.outcome === undefined) onComment?.(words);
      },
      onError: (error) => {
        // The standard requires unknown fields and invalid retry values to be ignored.
        if (error.type !== 'max-buffer-size-exceeded') return;
        this.#end({
          end: 'unreadable',
          kind: 'too-large',
          sentence: `an event is larger than ${limits.eventBytes} bytes`,
        });
      },
    });
  }

  /** Returns the fragments that the chunk completed; none after the outcome. */
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
   * The parser holds back a carriage return at the end of a chunk until it sees the next character, so the last event
   * of a CR-only stream would stay unread. Converting each line end to LF avoids that.
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
      // Null: an event that tells a role, a usage or nothing.
      if (content !== null && content !== undefined) this.#fragments.push(content);
      else if (ENDS.includes(data.trim())) this.#end({ end: 'closed' });
      else if (content === undefined) {
        this.#end({ end: 'unreadable', kind: 'malformed', sentence: 'a message event of the stream is not JSON' });
      }
    } else if (event === 'close') {
      this.#end({ end: 'closed' });
    } else if (event === 'error' || event === 'filter') {
      this.#end({ end: 'told', by: event, ...toldBy(data) });
    }
  }

  #end(outcome: StreamOutcome): void {
    this.outcome ??= outcome;
  }
}

/** Data that ends a stream whose events have no names. */
const ENDS: readonly string[] = [STREAM_END, '[DONE]'];

/** Data that only keeps the connection open. */
const IDLE = /^\s*(?:ping|heartbeat|keep-?alive)\s*$/i;

/** `content` of a message event; null if it has none, undefined if the data is not JSON. */
function contentOf(data: string): string | null | undefined {
  try {
    const content: unknown = JSON.parse(data)?.content;
    return typeof content === 'string' ? content : null;
  } catch {
    // Some services send the bare text; one that begins like JSON is damaged.
    if (/^\s*[{["]/.test(data)) return undefined;
    return data.trim() === '' || IDLE.test(data) || ENDS.includes(data.trim()) ? null : data;
  }
}

/** An `error` or `filter` event contains an object with `code`, `msg` or `message`, or plain text. */
function toldBy(data: string): { code?: number; msg: string } {
  try {
    const { code, msg, message } = streamFailure.parse(JSON.parse(data));
    return { ...given({ code }), msg: msg ?? message ?? '' };
  } catch {
    return { msg: data };
  }
}
