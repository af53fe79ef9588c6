import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Exchange } from './encode';

/**
 * One line a request, and the service's own time in `Server-Timing` (of a stream: until its first byte).
 * Headers, query and body are never logged, nor the path as it came: tokens, tickets and signatures travel in them.
 */
export function logged(log: Logger): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const ms = Number((performance.now() - started).toFixed(2));
    c.header('server-timing', `app;dur=${ms}`);
    log.info(
      { method: c.req.method, route: c.get('route') ?? 'none', status: c.res.status, code: c.get('code'), ms },
      'request',
    );
  };
}
