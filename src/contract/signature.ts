import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature is made over (specification, "Signature"). */
export interface SignedRequest {
  /** HTTP method, any case. */
  method: string;
  /** Request path without query; leading and trailing slash are added where missing. */
  path: string;
  /** Whole seconds since 1970, the same value as in `x-timestamp`. */
  timestamp: number;
}

/** `<METHOD>@<PATH>@<TIMESTAMP>`, the path with a leading and a trailing slash. */
export function stringToSign({ method, path, timestamp }: SignedRequest): string {
  const leading = path.startsWith('/') ? path : `/${path}`;
  const slashed = leading.endsWith('/') ? leading : `${leading}/`;
  return `${method.toUpperCase()}@${slashed}@${timestamp}`;
}

/** HMAC-SHA1 of the string to sign with the secret key, Base64 of the raw digest: the value of `x-signature`. */
export function sign(secretKey: string, request: SignedRequest): string {
  return createHmac('sha1', secretKey).update(stringToSign(request)).digest('base64');
}

/** Compares in constant time, so that an answer's timing says nothing about the right signature. */
export function verifySignature(secretKey: string, request: SignedRequest, signature: string): boolean {
  const expected = Buffer.from(sign(secretKey, request));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
