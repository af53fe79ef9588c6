/**
 * Why a receiver has not heard. The message stands in histories and logs: it names the receiver by what the settings
 * call it, and a status or an error code, never an address, an answer's text or anything of the request.
 */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure';
  constructor(
    message: string,
    readonly how: {
      /** Trying again is no use, or not wanted. */
      final?: boolean;
      /** The wait that the receiver asked for, in milliseconds. */
      retryAfterMs?: number;
    } = {},
  ) {
    super(message);
  }
}

/** The code of a network error, which names no host, in brackets; nothing where there is none. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const given = code ?? cause?.code;
  return typeof given === 'string' && /^[A-Z0-9_]{1,40}$/.test(given) ? ` (${given})` : '';
}
