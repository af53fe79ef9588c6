/**
 * filtered: the provider's moderation refused. quota: the account behind the key has nothing left.
 * rate-limited, unavailable, timeout: the provider cannot answer now, also after the bounded retries.
 * misconfigured: address, key or model are wrong. invalid: the answer is no deck, also after the bounded repairs.
 */
export type GenerationErrorKind =
  | 'filtered'
  | 'quota'
  | 'rate-limited'
  | 'unavailable'
  | 'timeout'
  | 'misconfigured'
  | 'invalid';

/** A language model did not deliver. The message says why and what to do; it never holds the key. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError';

  constructor(
    readonly kind: GenerationErrorKind,
    message: string,
  ) {
    super(message);
  }
}
