import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EndpointName, endpointNames, endpointOf } from '../../contract';
import { tracing } from '../../temporal/telemetry/tracing';
import type { Services } from '../context/services';
import { answer } from './answer';
import type { ServedOrigins } from './app';
import { type Call, type Exchange, failed, type Reply } from './encode';
import { record } from './log';

/** Serves a request if it is simple enough. @returns whether it does */
export type Direct = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Nothing that a URL would change: no fragment, no space, no character beyond ASCII. */
const PLAIN_TARGET = /^[!"$-~]*$/;

/**
 * Serves the reads of the interface without Hono, whose requests, responses and middleware take longer than the work:
 * exact paths, from an origin that Hono's side has accepted. Everything else, tests and traces included, is left to it.
 */
export function directly(services: Services, stopping: AbortSignal, origins: ServedOrigins): Direct {
  const reads = new Map<string, EndpointName>();
  for (const name of endpointNames) {
    const { method, responds, path } = endpointOf(name);
    if (method !== 'GET' || responds !== 'envelope') continue;
    const bare = path.replace(/\/$/, '');
    reads.set(bare, name).set(`${bare}/`, name);
  }
  return (incoming, outgoing) => {
    const { method, url = '' } = incoming;
    if (method !== 'GET' || services.testing || tracing() || !PLAIN_TARGET.test(url)) return false;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const name = reads.get(path);
    const origin = `http://${incoming.headers.host}`;
    if (name === undefined || origin !== origins.last) return false;
    void serve(services, new DirectCall(name, path, origin + url, incoming, outgoing), stopping);
    return true;
  };
}

async function serve(services: Services, c: DirectCall, stopping: AbortSignal): Promise<void> {
  try {
    const reply = await replyTo(services, c, stopping);
    record(services, c, reply.status);
    const text = typeof reply.body === 'string' ? reply.body : '';
    reply.headers['content-length'] = String(Buffer.byteLength(text));
    c.env.outgoing.writeHead(reply.status, reply.headers).end(text);
  } catch (error) {
    services.log.error({ err: error }, 'a response could not be written');
    c.env.outgoing.destroy();
  }
}

/** Awaits instead of chaining: a chained promise is slow while async hooks are on, as the Temporal client needs them. */
async function replyTo(services: Services, c: DirectCall, stopping: AbortSignal): Promise<Reply> {
  try {
    return await answer(services, c.name, c, stopping);
  } catch (error) {
    return failed(services, c, error);
  }
}

class DirectCall implements Call {
  readonly method = 'GET';
  readonly env: { incoming: IncomingMessage; outgoing: ServerResponse };
  private readonly state: Exchange['Variables'];
  private request: Request | undefined;

  constructor(
    readonly name: EndpointName,
    readonly path: string,
    readonly url: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    this.env = { incoming, outgoing };
    this.state = { started: performance.now(), route: name };
  }

  get req() {
    return this;
  }

  header(name: string): string | undefined {
    return this.env.incoming.headers[name.toLowerCase()]?.toString();
  }

  /** Its signal ends with the connection. */
  get raw(): Request {
    if (this.request === undefined) {
      const left = new AbortController();
      this.env.outgoing.once('close', () => left.abort());
      if (this.env.outgoing.destroyed) left.abort();
      this.request = new Request(this.url, { signal: left.signal });
    }
    return this.request;
  }

  get<Name extends keyof Exchange['Variables']>(name: Name): Exchange['Variables'][Name] {
    return this.state[name];
  }

  set<Name extends keyof Exchange['Variables']>(name: Name, value: Exchange['Variables'][Name]): void {
    this.state[name] = value;
  }
}
