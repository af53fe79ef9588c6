import { createHmac, timingSafeEqual } from 'node:crypto';

/** The input of a signature (specification, "Signature"). */
export interface SignedRequest {
  /** HTTP method, any case. */
  method: string;
  /** Request path without query; missing leading and trailing slashes are added. */
  path: string;
  /** Whole seconds since 1970, equal to `x-timestamp`. */
  timestamp: number;
}

/** Returns `<METHOD>@<PATH>@<TIMESTAMP>`, the path with a leading and a trailing slash. */
export function stringToSign({ method, path, timestamp }: SignedRequest): string {
  const leading = path.startsWith('/') ? path : `/${path}`;
  const slashed = leading.endsWith('/') ? leading : `${leading}/`;
  return `${method.toUpperCase()}@${slashed}@${timestamp}`;
}

/**
 * Returns the value of `x-signature`: HMAC-SHA1 of the string to sign with the secret key, Base64 of the raw digest.
 */
export function sign(secretKey: string, request: SignedRequest): string {
  return createHmac('sha1', secretKey).update(stringToSign(request)).digest('base64');
}

/** Compares in constant time, so that the timing reveals nothing about the expected signature. */
export function verifySignature(secretKey: string, request: SignedRequest, signature: string): boolean {
  const expected = Buffer.from(sign(secretKey, request));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
