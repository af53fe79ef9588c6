import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import { httpUrlOf } from '../io/address';

const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

/**
 * Bounds for requests that arrive slowly, so that they cannot hold connections. Answers, such as event streams and
 * long polls, may take as long as they need.
 */
export function requestBounds(requestTimeout = REQUEST_MS): ServerOptions {
  return {
    requestTimeout,
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeout),
  };
}

/** Serves HTTP/1.0, which knows no `Host`, under the address that the caller has reached. */
export function acceptingHttp10(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    if (isHttp10(incoming) && !incoming.headers.host) {
      const { localAddress = '', localPort = 0 } = incoming.socket;
      incoming.headers.host = new URL(httpUrlOf(localAddress.replace(/^::ffff:/, ''), localPort)).host;
    }
    return listener(incoming, outgoing);
  };
}

export function isHttp10({ httpVersion }: Pick<IncomingMessage, 'httpVersion'>): boolean {
  return httpVersion === '1.0';
}
