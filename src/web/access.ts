import type { MiddlewareHandler } from 'hono';
import { isPlainPath } from '../base/edge/request-path';
import { servesHost } from '../base/edge/served-hosts';
import { isLoopback } from '../config';
import { given } from '../core/given';
import { type ApiTokens, isApiToken } from '../decks/api-tokens';
import { type LinkFault, type ReviewLink, readLink } from '../decks/links/review-links';
import type { CallerSource } from './caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from './context';
import { HttpError } from './http-error';
import { scopes } from './scopes';

export const linkFaults: Record<LinkFault, string> = {
  malformed: 'This link is incomplete. Copy the complete link from the message again.',
  forged: 'This link was changed or was not created by this server. Ask for a new one.',
  expired: 'This link has expired. Ask for a new one.',
};

type LinkServices = Pick<ReviewServices, 'linkKeys' | 'ended'>;

/** The person or operator of a session, unless the request names its caller itself. */
export function sessionCaller({ logins, operators }: Pick<ReviewServices, 'logins' | 'operators'>): CallerSource {
  return (c) => (bearerOf(c) === undefined ? (logins?.callerOf(c) ?? operators.callerOf(c)) : undefined);
}

/** The caller that holds a review link. */
export function linkCaller(services: LinkServices): CallerSource {
  return async (c) => {
    const token = bearerOf(c);
    if (token === undefined) return undefined;
    const link = await checkedLink(c, token, services);
    const { reviewer, expiresAt, role } = link;
    return {
      kind: 'link',
      ...given({ name: reviewer }),
      verified: reviewer !== undefined,
      groups: [],
      scopes: new Set(role === 'viewer' ? ['decks:read'] : ['decks:read', 'decks:decide']),
      expiresAt,
      link,
    };
  };
}

/** The program that a token names. */
export function tokenCaller(tokens: ApiTokens): CallerSource {
  return async (c) => {
    const token = bearerOf(c);
    if (token === undefined || !isApiToken(token)) return undefined;
    const known = await tokens.read(token);
    if (known === undefined) {
      throw new HttpError(
        'token-invalid',
        'This token was revoked, has expired or is not from this server. Create one with `deck token create`.',
      );
    }
    const { name, expiresAt } = known;
    const held = new Set(scopes.filter((scope) => known.scopes.includes(scope)));
    return { kind: 'token', name, verified: true, groups: [], scopes: held, expiresAt: Date.parse(expiresAt) };
  };
}

export function bearerOf(c: ReviewContext): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

async function checkedLink(c: ReviewContext, token: string, { linkKeys, ended }: LinkServices): Promise<ReviewLink> {
  const link = readLink(token, linkKeys);
  if ('fault' in link) throw new HttpError(`link-${link.fault}`, linkFaults[link.fault]);
  await ended.refuse(link, c.req.method);
  return link;
}

/** Rejects paths that are not normalized and, on a loopback address, foreign host names (DNS rebinding). */
export function checkAddress({ settings }: Pick<ReviewServices, 'settings'>): MiddlewareHandler<ReviewEnv> {
  const { host, publicUrl } = settings.reviewServer;
  const isLocal = isLoopback(host);
  return async (c, next) => {
    if (isLocal && !servesHost(new URL(c.req.url).host, publicUrl)) {
      throw new HttpError(
        'not-allowed',
        'This server accepts requests for localhost and the host of reviewServer.publicUrl only.',
      );
    }
    if (!isPlainPath(c)) throw new HttpError('not-found', 'This path is not normalized.');
    await next();
  };
}

/**
 * Rejects writes from other sites. Browsers name the origin of a request in headers. A request without them is not from
 * a browser, so it carries no cookies that someone else could misuse.
 */
export function requireSameSite({ settings }: Pick<ReviewServices, 'settings'>): MiddlewareHandler<ReviewEnv> {
  const { publicUrl } = settings.reviewServer;
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isSameSite(c, publicUrl)) {
      throw new HttpError('not-allowed', 'This request came from another site.');
    }
    await next();
  };
}

function isSameSite(c: ReviewContext, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === c.req.header('host') || (publicUrl !== null && host === new URL(publicUrl).host);
}
