import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AuditEntry } from '../base/audit/audit-line';
import { clientAddress } from '../base/edge/client-address';
import { LruCache } from '../base/io/lru-cache';
import { given } from '../core/given';
import type { OutlineRevision } from '../core/progress';
import type { ReviewContext, ReviewEnv, ReviewServices } from './context';
import { HttpError } from './http-error';

/** What the audit log calls a request. Others are of no interest: pages, probes, and the caller's own rights. */
const ACTIONS: Readonly<Record<string, string>> = {
  'POST /v1/login': 'web.login',
  'GET /login/callback': 'web.login',
  'POST /v1/logout': 'web.logout',
  'GET /v1/decks': 'decks.list',
  'POST /v1/decks': 'deck.start',
  'GET /v1/inbox': 'decks.list',
  'GET /v1/decks/:uid/:request': 'deck.read',
  'GET /v1/decks/:uid/:request/events': 'deck.read',
  'GET /v1/decks/:uid/:request/revisions/:revision': 'deck.read-text',
  'GET /v1/decks/:uid/:request/slides': 'deck.read-slides',
  'GET /v1/decks/:uid/:request/slides/:number': 'deck.read-slides',
  'GET /v1/decks/:uid/:request/files/:index': 'deck.download',
  'POST /v1/batches': 'batch.start',
  'GET /v1/batches': 'batch.list',
  'GET /v1/batches/:batch': 'batch.read',
  'POST /v1/batches/:batch/cancel': 'batch.cancel',
  'GET /v1/files/:link': 'deck.download',
  'POST /v1/decks/:uid/:request/decisions': 'deck.decide',
  'POST /v1/decks/:uid/:request/resolutions': 'deck.resolve',
  'POST /v1/decks/:uid/:request/cancel': 'deck.cancel',
  'POST /v1/decks/:uid/:request/links': 'deck.link',
  'DELETE /v1/decks/:uid/:request/links': 'deck.revoke-links',
  'GET /v1/decks/:uid/:request/order': 'deck.read-order',
  'POST /v1/documents/check': 'deck.check-document',
  'GET /v1/brand-templates': 'template.list',
  'POST /v1/brand-templates': 'template.add',
  'GET /v1/brand-templates/:id': 'template.read',
  'POST /v1/brand-templates/:id/roles': 'template.change',
};

/** What a handler adds to the entry of its request. */
export interface Audited extends Pick<AuditEntry, 'object' | 'sha256' | 'facts'> {
  /** Of a caller that nothing else names, or the name that someone typed. */
  who?: Partial<AuditEntry['who']>;
}

const WAYS = { link: 'link', session: 'session', token: 'token', local: 'operator' } as const;

/** The same person who reads the same again within this time is written once, or a reader could fill the disk. */
const AGAIN_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/**
 * Writes an entry for each request of someone who is known, and for logins, before its response is sent. Without the
 * entry there is no response.
 */
export function audited({
  audit,
  settings: { reviewServer },
  log,
}: Pick<ReviewServices, 'audit' | 'settings' | 'log'>): MiddlewareHandler<ReviewEnv> {
  const written = new LruCache<true>({ weight: MOST_REMEMBERED, ms: AGAIN_MS });
  return async (c, next) => {
    await next();
    const entry = entryOf(c, reviewServer.clientAddressHeader);
    if (entry === undefined) return;
    const isRead = ['GET', 'HEAD'].includes(c.req.method) && entry.action !== 'web.login';
    const key = JSON.stringify(entry);
    if (isRead && written.get(key)) return;
    try {
      await audit.append(entry);
      if (isRead) written.set(key, true);
    } catch (error) {
      log.error({ error: (error as Error).message }, 'the audit log cannot be written');
      void c.res.body?.cancel();
      throw new HttpError(
        'internal',
        'The audit log cannot be written, so this server gives no answers. Tell an operator.',
      );
    }
  };
}

function entryOf(c: ReviewContext, addressHeader: string | null): AuditEntry | undefined {
  const action = ACTIONS[`${c.req.method === 'HEAD' ? 'GET' : c.req.method} ${routePath(c, -1)}`];
  const { status } = c.res;
  // 304: nothing new was sent. 429: a login that was not even tried.
  if (action === undefined || status === 304 || status === 429) return undefined;
  const { who: more, ...seen } = c.get('audited') ?? {};
  const known = callerOf(c) ?? (more?.by === undefined ? undefined : { by: more.by });
  // A stranger who sends requests must not fill the log.
  if (known === undefined && action !== 'web.login') return undefined;
  const who = { by: 'none', ...known, ...more } as const;
  return {
    action,
    who,
    from: clientAddress(c, addressHeader),
    ...given({ deck: c.get('deck') }),
    ...seen,
    outcome: status,
  };
}

function callerOf(c: ReviewContext): AuditEntry['who'] | undefined {
  const caller = c.get('caller');
  if (caller === undefined) return undefined;
  const { kind, name, verified, subject } = caller;
  return { by: WAYS[kind], ...given({ name, subject }), verified };
}

/** The revision of a text, for the entry. */
export function sawRevision(
  c: ReviewContext,
  { revision, document }: Pick<OutlineRevision, 'revision' | 'document'>,
): void {
  c.set('audited', { object: `revision ${revision}`, sha256: document.sha256 });
}

/** A decision that someone sends. Its text is not in the log. */
export function decides(
  c: ReviewContext,
  {
    decision,
    revision,
    reviewer,
    approve,
  }: { decision: string; revision: number; reviewer?: string; approve?: boolean },
): void {
  const isVouched = callerOf(c)?.verified === true;
  c.set('audited', {
    object: `revision ${revision}`,
    facts: { decision, ...given({ approve }) },
    ...(isVouched || reviewer === undefined ? {} : { who: { name: reviewer } }),
  });
}
