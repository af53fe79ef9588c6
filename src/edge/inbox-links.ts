import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Settings } from '../config';
import { secretsMatch } from '../io/secrets-match';
import { type LinkFault, reviewBaseUrl } from './review-links';

const wire = z.strictObject({ e: z.number().int().positive() });

/** `<payload>.<HMAC-SHA256 of it>`, both base64url. */
function signInboxLink(expiresAt: number, key: string): string {
  const payload = Buffer.from(JSON.stringify({ e: expiresAt })).toString('base64url');
  return `${payload}.${signatureOf(payload, key)}`;
}

/** When an inbox link expires (epoch ms), or why it is invalid. */
export function readInboxLink(token: string, key: string, now = Date.now()): { expiresAt: number } | LinkFault {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (payload === '' || signature === '' || rest.length > 0) return 'malformed';
  if (!secretsMatch(signature, signatureOf(payload, key))) return 'forged';
  const { e: expiresAt } = wire.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return expiresAt <= now ? 'expired' : { expiresAt };
}

/**
 * URL that logs an operator in to the inbox, for as long as an operator stays logged in. Like a review link, it has its
 * token in the fragment.
 */
export function inboxAddress(settings: Settings, key: string): { address: string; expiresAt: number } {
  const expiresAt = Date.now() + settings.reviewServer.operatorSession;
  return { address: `${reviewBaseUrl(settings)}/#${signInboxLink(expiresAt, key)}`, expiresAt };
}

/** With a prefix of its own, so that a review link is never an inbox link. */
function signatureOf(payload: string, key: string): string {
  return createHmac('sha256', key).update(`inbox-link.${payload}`).digest('base64url');
}
