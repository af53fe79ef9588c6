import { randomBytes } from 'node:crypto';

/** A file key that cannot be guessed: 160 random bits in lowercase letters and digits, safe in paths and URLs. */
export function newFileKey(): string {
  return randomBytes(20).toString('hex');
}

/** A ticket or task key. Only URL-safe characters, because clients send it in queries and forms. */
export function newTicket(): string {
  return randomBytes(18).toString('base64url').replace(/^[-_]/, 'k');
}

/** Whether a text has the form of a ticket or task key; other texts need no lookup. */
export function isTicket(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** A token or code: 256 random bits, URL-safe. */
export function newCredential(): string {
  return randomBytes(32).toString('base64url');
}
