import { randomBytes } from 'node:crypto';

/** A file key that nobody guesses: 160 random bits in lower-case letters and digits, safe in paths and addresses. */
export function newFileKey(): string {
  return randomBytes(20).toString('hex');
}

/** A ticket or task key: URL-safe characters only, because they travel in queries and forms of any client. */
export function newTicket(): string {
  return randomBytes(18).toString('base64url').replace(/^[-_]/, 'k');
}

/** A token or code: 256 random bits, URL-safe. */
export function newCredential(): string {
  return randomBytes(32).toString('base64url');
}
