import type { MiddlewareHandler } from 'hono';
import { given } from '../core/given';
import type { ReviewLink } from '../decks/links/review-links';
import type { ReviewContext, ReviewEnv } from './context';
import { HttpError } from './http-error';
import type { Scope } from './scopes';

/** Who sends a request. */
export interface Caller {
  /**
   * `link`: holds a review link of one deck. `session`: a person who logged in. `token`: a program. `local`: an operator by
   * the shared token or the link of `deck inbox --page`, whose name is `reviewServer.reviewer`.
   */
  kind: 'link' | 'session' | 'token' | 'local';
  name?: string;
  /** Whether a login, a signed link or a token vouches for the name. */
  verified: boolean;
  /** Of a person who logged in: the issuer's identifier. */
  subject?: string;
  groups: readonly string[];
  scopes: ReadonlySet<Scope>;
  /** Epoch milliseconds. */
  expiresAt?: number;
  /** With `link`: the only deck and the gate. */
  link?: ReviewLink;
}

/** One way to identify a caller; undefined if the request does not use it. @throws HttpError if it does, wrongly */
export type CallerSource = (c: ReviewContext) => Caller | undefined | Promise<Caller | undefined>;

/** Stores the caller in the context; routes without `requires` are open to everyone. */
export function identify(sources: readonly CallerSource[]): MiddlewareHandler<ReviewEnv> {
  return async (c, next) => {
    for (const source of sources) {
      const caller = await source(c);
      if (caller === undefined) continue;
      c.set('caller', caller);
      break;
    }
    await next();
  };
}

/** Requires a caller, with this scope if one is named. A link is for one deck: `accessTo` checks which. */
export function requires(scope?: Scope): MiddlewareHandler<ReviewEnv> {
  return async (c, next) => {
    const caller = c.get('caller');
    if (caller === undefined) {
      throw new HttpError('login-needed', 'Log in, open a link, or send a token as `Authorization: Bearer TOKEN`.');
    }
    if (scope !== undefined && !caller.scopes.has(scope))
      throw new HttpError('not-allowed', `This needs the scope ${scope}.`);
    await next();
  };
}

/** What a caller may do with one deck. A review link is such an access that expires. */
export type DeckAccess = Omit<ReviewLink, 'expiresAt'> & { expiresAt?: number };

/** @throws HttpError if the caller has a link of another deck */
export function accessTo(caller: Caller, workflowId: string): DeckAccess {
  const { link, verified, name, expiresAt, subject, groups } = caller;
  if (link !== undefined) {
    if (link.workflowId === workflowId) return link;
    throw new HttpError('not-allowed', 'This link is for another deck.');
  }
  return {
    workflowId,
    gate: 'all',
    role: caller.scopes.has('decks:decide') ? 'reviewer' : 'viewer',
    ...given({ expiresAt, subject }),
    ...(verified && name !== undefined ? { reviewer: name, groups } : {}),
  };
}
