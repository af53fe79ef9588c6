import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
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

/**
 * Requests of one connection that wait for a response. Clients send one after the other, but thousands fit into one packet, and
 * Node would begin all of them.
 */
const MOST_PIPELINED = 16;

/** Closes connections that send more requests without waiting for responses. */
export function oneAfterAnother(listener: RequestListener): RequestListener {
  const open = new WeakMap<Socket, number>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const count = (open.get(socket) ?? 0) + 1;
    if (count > MOST_PIPELINED) socket.destroy();
    if (socket.destroyed) return;
    open.set(socket, count);
    outgoing.once('close', () => open.set(socket, open.get(socket)! - 1));
    listener(incoming, outgoing);
  };
}

/** Serves HTTP/1.0 requests, which have no `Host`, under the local address of the connection. */
export function acceptingHttp10(listener: RequestListener): RequestListener {
  return oneAfterAnother((incoming, outgoing) => {
    if (isHttp10(incoming) && !incoming.headers.host) {
      const { localAddress = '', localPort = 0 } = incoming.socket;
      incoming.headers.host = new URL(httpUrlOf(localAddress.replace(/^::ffff:/, ''), localPort)).host;
    }
    return listener(incoming, outgoing);
  });
}

export function isHttp10({ httpVersion }: Pick<IncomingMessage, 'httpVersion'>): boolean {
  return httpVersion === '1.0';
}
