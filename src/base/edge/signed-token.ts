import { createHmac } from 'node:crypto';
import { secretsMatch } from '../io/secrets-match';

export type TokenFault = 'malformed' | 'forged';

/**
 * `<payload>.<HMAC-SHA256 of it>`, both base64url. The payload is readable.
 *
 * @param purpose part of the signature, so that a token of one kind is never one of another
 */
export function signToken(purpose: string, fields: object, key: string): string {
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${payload}.${signatureOf(purpose, payload, key)}`;
}

/** The fields of a token, or why it is invalid. The signature is verified by one of the keys before anything else is
 * parsed. */
export function readToken(
  purpose: string,
  token: string,
  ...keys: readonly string[]
): { fields: unknown } | { fault: TokenFault } {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (payload === '' || signature === '' || rest.length > 0) return { fault: 'malformed' };
  if (!keys.some((key) => secretsMatch(signature, signatureOf(purpose, payload, key)))) return { fault: 'forged' };
  return { fields: JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) };
}

function signatureOf(purpose: string, payload: string, key: string): string {
  return createHmac('sha256', key).update(`${purpose}.${payload}`).digest('base64url');
}
