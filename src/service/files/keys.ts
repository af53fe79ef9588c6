import { randomBytes } from 'node:crypto';

/** A file key that nobody guesses: 160 random bits in lower-case letters and digits, safe in paths and addresses. */
export function newFileKey(): string {
  return randomBytes(20).toString('hex');
}

/** A ticket or task key: URL-safe characters only, because they travel in queries and forms of any client. */
export function newTicket(): string {
  return randomBytes(18).toString('base64url').replace(/^[-_]/, 'k');
}

/** Whether a text can be a ticket or task key at all: what cannot be one need not be looked for. */
export function isTicket(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** A token or code: 256 random bits, URL-safe. */
export function newCredential(): string {
  return randomBytes(32).toString('base64url');
}
