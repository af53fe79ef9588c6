import type { Context, MiddlewareHandler } from 'hono';
import { tracing } from '../../temporal/telemetry/tracing';
import type { Services } from '../context/services';
import type { Exchange } from './encode';

/** The route name for all calls of the test controls, which the journal leaves out. */
export const ADMIN_ROUTE = 'admin';

/**
 * Logs one line per request and sets `Server-Timing`. Headers, query, body and raw path are never logged, because they
 * carry tokens, tickets and signatures.
 */
export function logged({ log, testing, now, telemetry }: Services): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const time = now();
    c.set('started', performance.now());
    const span = tracing()?.beginRequest({ method: c.req.method, traceparent: c.req.header('traceparent') });
    await (span === undefined ? next() : span.run(next));
    const ms = elapsedMs(c);
    // Envelopes and streams already have the header, and setting it afterwards is expensive.
    if (c.get('code') === undefined) c.res.headers.set('server-timing', `app;dur=${ms}`);
    const endpoint = c.get('route') ?? 'none';
    const { status, code } = answerOf(c);
    const write = () => log.info({ method: c.req.method, endpoint, status, code, ms }, 'request');
    // Written inside the span, so that the line carries the trace id.
    if (span === undefined) write();
    else await span.run(async () => write());
    telemetry.request({ endpoint, status, code, ms });
    span?.end({ endpoint, status, code });
    if (!testing || endpoint === ADMIN_ROUTE) return;
    testing.journal.add({
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

/** Time since the request arrived. */
export function elapsedMs(c: Context<Exchange>): number {
  return Math.round((performance.now() - c.get('started')) * 100) / 100;
}

function answerOf(c: Context<Exchange>): { status?: number; code?: number | undefined } {
  return c.get('unanswered') ? {} : { status: c.res.status, code: c.get('code') };
}
