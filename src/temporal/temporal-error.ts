export type TemporalErrorCode =
  | 'no-executable'
  | 'port-in-use'
  | 'server-failed'
  | 'not-reachable'
  | 'refused'
  | 'not-permitted'
  | 'search-attribute-type'
  | 'search-attribute-limit';

/** Trouble with the Temporal server itself; the message is one sentence for a person and says what to do. */
export class TemporalError extends Error {
  override readonly name = 'TemporalError';
  readonly code: TemporalErrorCode;

  constructor(code: TemporalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
