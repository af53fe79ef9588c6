import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import { httpUrlOf } from '../io/address';

const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

/**
 * Timeouts for slow requests, so that they cannot occupy connections. Responses, such as event streams and long polls, are not
 * limited.
 */
export function requestBounds(requestTimeout = REQUEST_MS): ServerOptions {
  return {
    requestTimeout,
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeout),
  };
}

/** Serves HTTP/1.0 requests, which have no `Host`, under the local address of the connection. */
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
