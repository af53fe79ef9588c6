import type { MiddlewareHandler } from 'hono';
import { tracing } from '../../temporal/telemetry/tracing';
import type { Services } from '../context/services';
import type { Call, Exchange } from './encode';

/** The route name for all calls of the test controls, which the journal leaves out. */
export const ADMIN_ROUTE = 'admin';

/**
 * Logs one line per request and sets `Server-Timing`. Headers, query, body and raw path are never logged, because they
 * carry tokens, tickets and signatures.
 */
export function logged(services: Services): MiddlewareHandler<Exchange> {
  const { testing, now } = services;
  return async (c, next) => {
    const time = now();
    c.set('started', performance.now());
    const span = tracing()?.beginRequest({ method: c.req.method, traceparent: c.req.header('traceparent') });
    await (span === undefined ? next() : span.run(next));
    const ms = elapsedMs(c);
    // Envelopes and streams already have the header, and setting it afterwards is expensive.
    if (c.get('code') === undefined) c.res.headers.set('server-timing', `app;dur=${ms}`);
    const answered = c.get('unanswered') ? undefined : c.res.status;
    // Written inside the span, so that the line carries the trace id.
    const note = () => record(services, c, answered, ms);
    const facts = span === undefined ? note() : await span.run(async () => note());
    span?.end(facts);
    if (!testing || facts.endpoint === ADMIN_ROUTE) return;
    testing.journal.add({
      time: new Date(time).toISOString(),
      method: c.req.method,
      endpoint: facts.endpoint,
      uid: c.get('uid') ?? null,
      status: facts.status ?? null,
      code: facts.code ?? null,
      ms,
      fault: c.get('fault') ?? null,
      ids: c.get('ids') ?? {},
    });
  };
}

/** The line and the metrics of a request. @param status undefined if it was not answered */
export function record({ log, telemetry }: Services, c: Call, status: number | undefined, ms = elapsedMs(c)) {
  const endpoint = c.get('route') ?? 'none';
  const code = status === undefined ? undefined : c.get('code');
  log.info({ method: c.req.method, endpoint, status, code, ms }, 'request');
  telemetry.request({ endpoint, status, code, ms });
  return { endpoint, status, code };
}

/** Time since the request arrived. */
export function elapsedMs(c: Call): number {
  return Math.round((performance.now() - c.get('started')) * 100) / 100;
}
