import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { given } from '../core/given';
import type { ReviewEnv } from './context';

/**
 * Logs one line per request. It contains the route instead of the path, because a link could have been pasted into the
 * path by mistake, and no header, query or body.
 */
export function requestLog(log: Logger): MiddlewareHandler<ReviewEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const ms = Math.round((performance.now() - started) * 100) / 100;
    const deck = c.get('deck');
    const line = { method: c.req.method, path: routePath(c, -1), status: c.res.status, ms };
    log.info({ ...line, ...given({ deck }) }, 'review request');
  };
}
