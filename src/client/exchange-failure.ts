import type { Sent } from './errors';

/** How long one exchange may take: until the head of the answer, between bytes of its body, and in all. */
export interface ExchangeDeadlines {
  headersMs: number;
  idleMs: number;
  totalMs: number;
}

/** Why an exchange failed, without anything that undici knows about the request. */
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
    /** The code of undici, Node or a guard of ours. */
    readonly code = '',
  ) {
    super(sentence);
    this.name = 'ExchangeFailure';
  }
}

/** undici's and Node's errors by code; their texts and properties stay behind. */
export function translate(error: Error, sent: Sent, { headersMs, idleMs }: ExchangeDeadlines): ExchangeFailure {
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  const shown = /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  const failure = (kind: ExchangeFailure['kind'], sentence: string) => new ExchangeFailure(kind, sent, sentence, code);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return failure('aborted', 'the client was closed');
  if (code === 'UND_ERR_INVALID_ARG') {
    return failure('invalid-request', 'a header or the address has characters that cannot travel');
  }
  if (sent === 'no') return failure('unreachable', `the service could not be reached${shown}`);
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('timeout', `no answer within ${inSeconds(headersMs)}`);
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('idle', `the answer stood still for ${inSeconds(idleMs)}`);
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('too-large', 'the head of the answer is too large');
    default:
      if (error.name === 'HTTPParserError' && !endedEarly(error)) return failure('malformed', 'the answer is not HTTP');
      return failure('connection-lost', `the connection was lost before the answer was complete${shown}`);
  }
}

/** The other side closed the connection inside a chunked body, as a process does that is killed; undici has no code. */
function endedEarly(error: Error): boolean {
  return error.message.includes('Invalid EOF state');
}

export function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
