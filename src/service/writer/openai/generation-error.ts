/**
 * filtered: the provider's moderation refused the text. quota: the account of the key is exhausted. rate-limited,
 * unavailable, timeout: the provider cannot respond now, even after the retries. misconfigured: URL, key or model are
 * invalid. invalid: the response is not a deck, even after the repairs.
 */
export type GenerationErrorKind =
  | 'filtered'
  | 'quota'
  | 'rate-limited'
  | 'unavailable'
  | 'timeout'
  | 'misconfigured'
  | 'invalid';

/** A failure of a language model. The message includes the reason and the remedy, never the key. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError';

  constructor(
    readonly kind: GenerationErrorKind,
    message: string,
  ) {
    super(message);
  }
}
