import { z } from 'zod';
import { readToken, signToken } from '../../base/edge/signed-token';
import type { Settings } from '../../config';
import { type LinkFault, type LinkKeys, reviewBaseUrl } from './review-links';

const PURPOSE = 'inbox-link';

const wire = z.strictObject({ e: z.number().int().positive() });

/** When an inbox link expires (epoch ms), or why it is invalid. */
export function readInboxLink(token: string, keys: LinkKeys, now = Date.now()): { expiresAt: number } | LinkFault {
  const read = readToken(PURPOSE, token, ...keys);
  if ('fault' in read) return read.fault;
  const { e: expiresAt } = wire.parse(read.fields);
  return expiresAt <= now ? 'expired' : { expiresAt };
}

/**
 * URL that logs an operator in to the inbox, for as long as an operator stays logged in. Like a review link, it has its
 * token in the fragment.
 */
export function inboxAddress(settings: Settings, key: string): { address: string; expiresAt: number } {
  const expiresAt = Date.now() + settings.reviewServer.operatorSession;
  return { address: `${reviewBaseUrl(settings)}/#${signToken(PURPOSE, { e: expiresAt }, key)}`, expiresAt };
}
