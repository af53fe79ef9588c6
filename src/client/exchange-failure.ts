import type { Sent } from './errors';

/** Timeouts of one exchange: until the response head, between bytes of the body, and in total. */
export interface ExchangeDeadlines {
  headersMs: number;
  idleMs: number;
  totalMs: number;
}

/** The reason for a failed exchange, without undici's request details. */
export class ExchangeFailure extends Error {
  constructor(
    readonly kind:
      | 'invalid-request'
      | 'unreachable'
      | 'timeout'
      | 'idle'
      | 'connection-lost'
      | 'malformed'
      | 'too-large'
      | 'aborted',
    readonly sent: Sent,
    sentence: string,
    /** The error code of undici, Node or this client. */
    readonly code = '',
  ) {
    super(sentence);
    this.name = 'ExchangeFailure';
  }
}

/** Translates errors of undici and Node by code; their texts and properties are dropped. */
export function translate(error: Error, sent: Sent, { headersMs, idleMs }: ExchangeDeadlines): ExchangeFailure {
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  const shown = /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  const failure = (kind: ExchangeFailure['kind'], sentence: string) => new ExchangeFailure(kind, sent, sentence, code);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return failure('aborted', 'the client was closed');
  if (code === 'UND_ERR_INVALID_ARG') {
    return failure('invalid-request', 'a header or the URL contains characters that cannot be sent');
  }
  if (sent === 'no') return failure('unreachable', `the service could not be reached${shown}`);
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('timeout', `no response within ${inSeconds(headersMs)}`);
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('idle', `the response stalled for ${inSeconds(idleMs)}`);
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('too-large', 'the head of the response is too large');
    default:
      if (error.name === 'HTTPParserError' && !endedEarly(error))
        return failure('malformed', 'the response is not HTTP');
      return failure('connection-lost', `the connection was lost before the response was complete${shown}`);
  }
}

/**
 * The other side closed the connection inside a chunked body, as a killed process does. undici has no code for this.
 */
function endedEarly(error: Error): boolean {
  return error.message.includes('Invalid EOF state');
}

export function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
