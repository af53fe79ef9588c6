import type { Context, MiddlewareHandler } from 'hono';
import { tracing } from '../../telemetry/tracing';
import type { Services } from '../context/services';
import type { Exchange } from './encode';

/** The route under which everything of the administration is logged; the journal leaves it out. */
export const ADMIN_ROUTE = 'admin';

/**
 * One line a request, and the service's own time in `Server-Timing` (of a stream: until its first byte).
 * Headers, query and body are never logged, nor the path as it came: tokens, tickets and signatures travel in them.
 */
export function logged({ log, admin, now, telemetry }: Services): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const time = now();
    c.set('started', performance.now());
    const span = tracing()?.beginRequest({ method: c.req.method, traceparent: c.req.header('traceparent') });
    await (span === undefined ? next() : span.run(next));
    const ms = elapsedMs(c);
    // Envelopes and streams were made with it: a header that comes later is dear.
    if (c.get('code') === undefined) c.res.headers.set('server-timing', `app;dur=${ms}`);
    const endpoint = c.get('route') ?? 'none';
    const { status, code } = answerOf(c);
    const write = () => log.info({ method: c.req.method, endpoint, status, code, ms }, 'request');
    // Under the span, so that the line has the trace's id.
    if (span === undefined) write();
    else await span.run(async () => write());
    telemetry.request({ endpoint, status, code, ms });
    span?.end({ endpoint, status, code });
    if (!admin || endpoint === ADMIN_ROUTE) return;
    admin.journal.add({
      time: new Date(time).toISOString(),
      method: c.req.method,
      endpoint,
      uid: c.get('uid') ?? null,
      status: status ?? null,
      code: code ?? null,
      ms,
      fault: c.get('fault') ?? null,
      ids: c.get('ids') ?? {},
    });
  };
}

/** Since the request came. */
export function elapsedMs(c: Context<Exchange>): number {
  return Math.round((performance.now() - c.get('started')) * 100) / 100;
}

function answerOf(c: Context<Exchange>): { status?: number; code?: number | undefined } {
  return c.get('unanswered') ? {} : { status: c.res.status, code: c.get('code') };
}
