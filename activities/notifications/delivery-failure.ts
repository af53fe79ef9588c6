/**
 * An attempt that did not reach the receiver. The message goes to histories and logs, so it contains only the
 * receiver's key and a status or error code, never an address, the text of a response or parts of the request.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  constructor(
    message: string,
    readonly how: {
      /** Retrying would not help. */
      final?: boolean;
      /** From the receiver's Retry-After, in milliseconds. */
      retryAfterMs?: number;
    } = {},
  ) {
    super(message);
  }
}

/** The code of a network error in parentheses, or an empty string. Unlike the message, it does not name the host. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const given = code ?? cause?.code;
  return typeof given === 'string' && /^[A-Z0-9_]{1,40}$/.test(given) ? ` (${given})` : '';
}
