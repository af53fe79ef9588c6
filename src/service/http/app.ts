import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { allowedMethods } from '../../base/edge/allowed-methods';
import { isPlainPath } from '../../base/edge/request-path';
import { servesHost } from '../../base/edge/served-hosts';
import { LruCache } from '../../base/io/lru-cache';
import { DEMO_ACCOUNT } from '../../config';
import { endpointNames, endpointOf } from '../../contract';
import { openApiDocument } from '../../contract/openapi';
import { ServiceError } from '../../contract/service-error';
import type { Services } from '../context/services';
import { FILES_PATH } from '../files/links';
import { answer, baseUrl, originOf } from './answer';
import { type Direct, directly } from './direct';
import { type Exchange, encodeFailure, responseOf, success } from './encode';
import { serveFile, serveTemplateCover } from './files';
import { logged } from './log';
import type { AppOptions, FaultyCall, Serve } from './testing';

/** The HTTP side of the service, called in memory by `app.request` or served by Node. */
export function createApp(services: Services, options: AppOptions): { app: Hono<Exchange>; direct: Direct } {
  const { version, stopping, testing } = options;
  const origins: ServedOrigins = {};
  // Not strict: every path is served with and without a trailing slash, without a redirect.
  const app = new Hono<Exchange>({ strict: false });

  app.use(logged(services));
  app.use(plainlyAddressed(services, origins));

  // Not in `onError`, which receives only `Error` objects: aborted work can reject with any value.
  const refusing = (c: Context<Exchange>, served: Promise<Response>) =>
    served.catch((error) => encodeFailure(services, c, error));

  const served = (call: FaultyCall, c: Context<Exchange>, serve: Serve) =>
    refusing(c, testing ? testing.faulted(services, call, c, stopping, serve) : serve(services));

  for (const name of endpointNames) {
    const { method, path } = endpointOf(name);
    app.on(method, path, (c) => {
      c.set('route', name);
      // HEAD would run the GET and discard its response: a stream without a reader, or an unwanted job.
      if (c.req.method !== method) throw wrongMethod([method]);
      return served(name, c, async (services) => responseOf(await answer(services, name, c, stopping)));
    });
    app.all(path, () => {
      throw wrongMethod([method]);
    });
  }

  app.get('/files/:key/:name', (c) => {
    c.set('route', 'file');
    return served('file', c, (services) => serveFile(services, c));
  });
  app.get('/suits/:id/cover.png', (c) => serveTemplateCover(services, c));
  app.get('/healthz', async (c) => {
    await services.db.selectFrom('users').select('id').limit(1).execute();
    return success(c, { status: 'ok' });
  });
  app.get('/readyz', async (c) => {
    const problem = await services.gate.diskProblem();
    if (problem !== undefined) throw new ServiceError('rate-limit', problem, 503);
    return success(c, { status: 'ready' });
  });
  // Making one takes as long as a hundred calls.
  const described = new LruCache<object>({ weight: 8 });
  app.get('/openapi.json', (c) => {
    const base = baseUrl(services, c);
    return c.json(described.get(base) ?? described.set(base, openApiDocument({ version, baseUrl: base })));
  });

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path);
    if (methods.length > 0) return encodeFailure(services, c, wrongMethod(methods));
    const nothing = new ServiceError('not-served', 'this path does not exist; see /openapi.json', 404);
    return encodeFailure(services, c, nothing);
  });
  app.onError((error, c) => encodeFailure(services, c, error));
  testing?.addRoutes(app, services, options);
  return { app, direct: directly(services, stopping, origins) };
}

/** The last valid origin, such as `http://127.0.0.1:9000`; callers hardly ever use a second one. */
export interface ServedOrigins {
  last?: string;
}

/** Refuses other hosts than loopback while the public demo key is enabled, and paths that are not in canonical form. */
function plainlyAddressed({ accounts, settings }: Services, origins: ServedOrigins): MiddlewareHandler<Exchange> {
  const everybodyKnowsAKey = [...accounts.values()].flat().includes(DEMO_ACCOUNT.secretKey);
  return (c, next) => {
    const origin = originOf(c);
    if (everybodyKnowsAKey && origin !== origins.last && !servesHost(new URL(origin).host, settings.publicUrl)) {
      throw new ServiceError(
        'not-served',
        'while the demo account is enabled, this service accepts only localhost and server.publicUrl as host; ' +
          'set server.publicUrl, or set server.demoAccount to false',
        403,
      );
    }
    origins.last = origin;
    if (!isPlainPath(c, `${FILES_PATH}/`))
      throw new ServiceError('not-served', 'this path is not in canonical form', 404);
    return next();
  };
}

function wrongMethod(allowed: readonly string[]): ServiceError {
  const methods = allowed.join(', ');
  return new ServiceError('not-served', `this path accepts only ${methods}`, 405, { allow: methods });
}
