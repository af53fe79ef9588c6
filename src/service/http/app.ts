import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { allowedMethods } from '../../base/edge/allowed-methods';
import { isPlainPath } from '../../base/edge/request-path';
import { servesHost } from '../../base/edge/served-hosts';
import { DEMO_ACCOUNT } from '../../config';
import { type Endpoint, type EndpointName, endpointNames, endpointOf } from '../../contract';
import type { RetryClass } from '../../contract/endpoint';
import { openApiDocument } from '../../contract/openapi';
import { ServiceError } from '../../contract/service-error';
import { ownerOf } from '../context/caller';
import { type Held, laneOf } from '../context/gate';
import type { Services } from '../context/services';
import { FILES_PATH } from '../files/links';
import { type AnyHandler, handlers } from '../handlers';
import { createContext, type IntegratorContext } from '../handlers/context';
import type { RawField } from '../texts/body-fields';
import { auditedCall } from './audit';
import { authenticate, type Credentials } from './authenticate';
import { readBody } from './body';
import { decode } from './decode';
import { type Exchange, encode, encodeFailure, success } from './encode';
import { serveFile, serveTemplateCover } from './files';
import { logged } from './log';
import { idsOf, uidIn } from './request-ids';
import type { AppOptions, FaultyCall, Serve } from './testing';

/** The HTTP side of the service, called in memory by `app.request` or served by Node. */
export function createApp(services: Services, options: AppOptions): Hono<Exchange> {
  const { version, stopping, testing } = options;
  // Not strict: every path is served with and without a trailing slash, without a redirect.
  const app = new Hono<Exchange>({ strict: false });

  app.use(logged(services));
  app.use(plainlyAddressed(services));

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
      return served(name, c, (services) => answer(services, name, c, stopping));
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
  app.get('/openapi.json', (c) => c.json(openApiDocument({ version, baseUrl: baseUrl(services, c) })));

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path);
    if (methods.length > 0) return encodeFailure(services, c, wrongMethod(methods));
    const nothing = new ServiceError('not-served', 'this path does not exist; see /openapi.json', 404);
    return encodeFailure(services, c, nothing);
  });
  app.onError((error, c) => encodeFailure(services, c, error));
  testing?.addRoutes(app, services, options);
  return app;
}

/** Refuses other hosts than loopback while the public demo key is enabled, and paths that are not in canonical form. */
function plainlyAddressed({ accounts, settings }: Services): MiddlewareHandler<Exchange> {
  const everybodyKnowsAKey = [...accounts.values()].flat().includes(DEMO_ACCOUNT.secretKey);
  /** The last valid host; callers hardly ever use a second one. */
  let served: string | undefined;
  return (c, next) => {
    const origin = originOf(c);
    if (everybodyKnowsAKey && origin !== served && !servesHost(new URL(origin).host, settings.publicUrl)) {
      throw new ServiceError(
        'not-served',
        'while the demo account is enabled, this service accepts only localhost and server.publicUrl as host; ' +
          'set server.publicUrl, or set server.demoAccount to false',
        403,
      );
    }
    served = origin;
    if (!isPlainPath(c, `${FILES_PATH}/`))
      throw new ServiceError('not-served', 'this path is not in canonical form', 404);
    return next();
  };
}

function wrongMethod(allowed: readonly string[]): ServiceError {
  const methods = allowed.join(', ');
  return new ServiceError('not-served', `this path accepts only ${methods}`, 405, { allow: methods });
}

/**
 * Runs one request: log, authenticate, decode, handle, encode. Logging runs before this function, and everything thrown
 * here goes to `encodeFailure`.
 */
async function answer(
  services: Services,
  name: EndpointName,
  c: Context<Exchange>,
  stopping: AbortSignal,
): Promise<Response> {
  const endpoint = endpointOf(name);
  const caller = await authenticate(services, endpoint, credentialsOf(c));
  if (caller.kind === 'user') c.set('uid', caller.user.uid);
  const lane = laneOf(endpoint);
  const whileWanted = () => AbortSignal.any([stopping, c.req.raw.signal]);
  // Only streams are aborted when the caller disconnects; everything else that has begun is finished.
  const signal = endpoint.responds === 'envelope' ? stopping : whileWanted();
  // A generation may wait for a language model.
  const since = lane === 'generation' ? undefined : c.get('started');
  const context = createContext(services, caller, baseUrl(services, c), signal, since);
  const handle = async (held: Held) => {
    const fields = endpoint.method === 'GET' ? [] : await fieldsOf(context, c, endpoint, held);
    const request = decode(endpoint, c.req.url, fields);
    if (caller.kind === 'integrator') c.set('uid', uidIn(request));
    c.set('ids', idsOf(request));
    const handler = handlers[name] as AnyHandler;
    return encode(services, c, endpoint, await handler(request, context), signal);
  };
  if (caller.kind === 'user' && endpoint.retry in STORES) await services.gate.requireStorage(caller.user);
  return auditedCall(services, name, caller, c, () => services.gate.enter(lane, ownerOf(caller), handle, whileWanted));
}

/** Calls that store something, by the effect of repeating them. Renaming and clearing remain possible on a full disk. */
const STORES: { [Class in RetryClass]?: true } = { create: true, generate: true };

async function fieldsOf(
  { texts, caller, settings: { limits } }: IntegratorContext,
  c: Context,
  { encoding }: Endpoint,
  held: Held,
): Promise<RawField[]> {
  const bytes = await readBody(c.req.raw, encoding === 'multipart' ? limits.upload : limits.body, held);
  if (bytes.length === 0) return [];
  return texts.read('fields', caller, { contentType: c.req.header('content-type') ?? '', bytes }, bytes.length);
}

/** Reads Node's header table if there is one: Hono would first build a `Headers` object of all headers. */
function credentialsOf(c: Context<Exchange>): Credentials {
  const known = (c.env as Partial<HttpBindings>).incoming?.headers;
  const { method, path } = c.req;
  return { method, path, header: (name) => (known ? known[name]?.toString() : c.req.header(name)) };
}

/** URLs must be reachable for the caller: the public URL, or the one that was called. */
function baseUrl(services: Services, c: Context): string {
  return services.settings.publicUrl ?? originOf(c);
}

/** Scheme, host and port that were called. */
function originOf({ req: { url } }: Context): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3));
}
