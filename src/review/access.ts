import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../config';
import { isPlainPath } from '../edge/request-path';
import { type LinkFault, readLink } from '../edge/review-links';
import { servesHost } from '../edge/served-hosts';
import type { Call, Exchange, ReviewServices } from './exchange';
import { Refused } from './refusal';

const faults: Record<LinkFault, string> = {
  malformed: 'This link is not complete; open it as it was sent.',
  forged: 'This link was not made by this server, or it was changed; ask for a new one.',
  expired: 'This link has expired; ask for a new one.',
};

/** Lets pass whoever holds a link; what the link allows stands in the request from here on. */
export function withLink({ linkKey }: Pick<ReviewServices, 'linkKey'>): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const token = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) throw new Refused('link-missing', 'A review link is needed; open the page by its link.');
    const link = readLink(token, linkKey);
    if ('fault' in link) throw new Refused(`link-${link.fault}`, faults[link.fault]);
    c.set('link', link);
    c.set('deck', link.workflowId);
    await next();
  };
}

/** Refuses names that are not this machine's where the page is for this machine, and paths in another than their plain form. */
export function plainlyAddressed({ settings }: Pick<ReviewServices, 'settings'>): MiddlewareHandler<Exchange> {
  const { host, publicUrl } = settings.reviewServer;
  const isLocal = isLoopback(host);
  return async (c, next) => {
    if (isLocal && !servesHost(new URL(c.req.url).host, publicUrl)) {
      throw new Refused('not-allowed', 'This page answers to localhost and to reviewServer.publicUrl alone.');
    }
    if (!isPlainPath(c)) throw new Refused('not-found', 'This path is not in its plain form.');
    await next();
  };
}

/**
 * Browsers say where a request comes from; what comes from another site changes nothing here. A request without these
 * headers is no browser's, and carries nothing that it was not given on purpose.
 */
export function fromThisSite({ settings }: Pick<ReviewServices, 'settings'>): MiddlewareHandler<Exchange> {
  const { publicUrl } = settings.reviewServer;
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isFromThisSite(c, publicUrl)) {
      throw new Refused('not-allowed', 'This call came from another site.');
    }
    await next();
  };
}

function isFromThisSite(c: Call, publicUrl: string | null): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === c.req.header('host') || (publicUrl !== null && host === new URL(publicUrl).host);
}
