import type { Context, MiddlewareHandler } from 'hono';
import type { Services } from '../services';
import type { Exchange } from './encode';

/** The route under which everything of the administration is logged; the journal leaves it out. */
export const ADMIN_ROUTE = 'admin';

/**
 * One line a request, and the service's own time in `Server-Timing` (of a stream: until its first byte).
 * Headers, query and body are never logged, nor the path as it came: tokens, tickets and signatures travel in them.
 */
export function logged({ log, admin, now }: Services): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const time = now();
    const started = performance.now();
    await next();
    const ms = Number((performance.now() - started).toFixed(2));
    c.header('server-timing', `app;dur=${ms}`);
    const { route, ...line } = { route: c.get('route') ?? 'none', ...answerOf(c) };
    log.info({ method: c.req.method, route, ...line, ms }, 'request');
    if (!admin || route === ADMIN_ROUTE) return;
    const { status = null, code = null } = line;
    admin.journal.add({
      time: new Date(time).toISOString(),
      method: c.req.method,
      endpoint: route,
      uid: c.get('uid') ?? null,
      status,
      code,
      ms,
      fault: c.get('fault') ?? null,
      ids: c.get('ids') ?? {},
    });
  };
}

function answerOf(c: Context<Exchange>): { status?: number; code?: number | undefined } {
  return c.get('unanswered') ? {} : { status: c.res.status, code: c.get('code') };
}
