import { type Endpoint, type EndpointName, endpointOf } from '../../contract';
import type { RetryClass } from '../../contract/endpoint';
import { type Held, laneOf } from '../context/gate';
import type { Services } from '../context/services';
import { type AnyHandler, handlers } from '../handlers';
import { createContext, type IntegratorContext } from '../handlers/context';
import type { RawField } from '../texts/body-fields';
import { auditedCall } from './audit';
import { authenticate, type Credentials } from './authenticate';
import { readBody } from './body';
import { decode } from './decode';
import { type Call, encode, type Reply } from './encode';
import { idsOf, uidIn } from './request-ids';

/**
 * Runs one request: log, authenticate, decode, handle, encode. Logging runs before this function, and everything thrown
 * here goes to `failed`.
 */
export async function answer(services: Services, name: EndpointName, c: Call, stopping: AbortSignal): Promise<Reply> {
  const endpoint = endpointOf(name);
  const known = authenticate(services, endpoint, credentialsOf(c));
  const caller = known instanceof Promise ? await known : known;
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
  return auditedCall(services, name, caller, c, () =>
    services.gate.enter(lane, context.caller.owner, handle, whileWanted),
  );
}

/** Calls that store something, by the effect of repeating them. Renaming and clearing remain possible on a full disk. */
const STORES: { [Class in RetryClass]?: true } = { create: true, generate: true };

async function fieldsOf(
  { texts, caller, settings: { limits } }: IntegratorContext,
  c: Call,
  { encoding }: Endpoint,
  held: Held,
): Promise<RawField[]> {
  const bytes = await readBody(c.req.raw, encoding === 'multipart' ? limits.upload : limits.body, held);
  if (bytes.length === 0) return [];
  return texts.read('fields', caller, { contentType: c.req.header('content-type') ?? '', bytes }, bytes.length);
}

/** Reads Node's header table if there is one: Hono would first build a `Headers` object of all headers. */
function credentialsOf(c: Call): Credentials {
  const known = c.env?.incoming?.headers;
  const { method, path } = c.req;
  return { method, path, header: (name) => (known ? known[name]?.toString() : c.req.header(name)) };
}

/** URLs must be reachable for the caller: the public URL, or the one that was called. */
export function baseUrl(services: Services, c: Call): string {
  return services.settings.publicUrl ?? originOf(c);
}

/** Scheme, host and port that were called. */
export function originOf({ req: { url } }: Call): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3));
}
