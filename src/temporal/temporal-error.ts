export type TemporalErrorCode =
  | 'no-executable'
  | 'database'
  | 'port-in-use'
  | 'server-failed'
  | 'not-reachable'
  | 'refused'
  | 'not-permitted'
  | 'search-attribute-type'
  | 'search-attribute-limit';

/** A failure of the Temporal server or its setup. The message is for people and includes a remedy. */
export class TemporalError extends Error {
  override readonly name = 'TemporalError';
  readonly code: TemporalErrorCode;

  constructor(code: TemporalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
