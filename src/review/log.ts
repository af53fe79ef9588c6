import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { Exchange } from './exchange';

/**
 * One line a request. Of the path only the route that answered: a link that was pasted into the path by mistake is not
 * to be read here, and no header, query or body either.
 */
export function logged(log: Logger): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const ms = Math.round((performance.now() - started) * 100) / 100;
    const deck = c.get('deck');
    const line = { method: c.req.method, path: routePath(c, -1), status: c.res.status, ms };
    log.info({ ...line, ...(deck === undefined ? {} : { deck }) }, 'review request');
  };
}
