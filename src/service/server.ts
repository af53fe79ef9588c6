import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Exchange } from './http/encode';

/** Longer than the idle time of common clients: who closes first should be the client, not a request on its way. */
const KEEP_ALIVE_MS = 65_000;

/** How long requests under way may take to end when the service stops, and streams to say that they are cut. */
const FINISH_WITHIN_MS = 2_000;
const STREAMS_END_WITHIN_MS = 1_000;
const SWEEP_EVERY_MS = 20;

export interface HttpServer {
  host: string;
  port: number;
  /** Ends in this order: no new connections, requests finish, `abort` cuts what still streams, sockets close. */
  close(abort: () => void): Promise<void>;
}

/**
 * @param unreadableCode of the envelope for what is no HTTP request.
 * @throws Error with one sentence when the port is taken or may not be used.
 */
export async function listen(
  app: Hono<Exchange>,
  host: string,
  port: number,
  unreadableCode: number,
): Promise<HttpServer> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, unreadableCode));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenTrouble(error, host, port))));
    server.listen(port, host, resolve);
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    async close(abort) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Again and again: a connection whose request was under way becomes an idle one that nobody would close.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
      server.closeIdleConnections();
      await Promise.race([closed, after(FINISH_WITHIN_MS)]);
      abort();
      await Promise.race([closed, after(STREAMS_END_WITHIN_MS)]);
      server.closeAllConnections();
      await closed;
      clearInterval(sweep);
    },
  };
}

/** What Node cannot read as HTTP never reaches the app; it is answered in the form of everything else all the same. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, code: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, msg] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'address and headers together are longer than 16 KB']
      : ['400 Bad Request', 'this is not a request in the form of HTTP'];
  const body = JSON.stringify({ code, data: [], msg });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function listenTrouble(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `The service cannot listen on ${host}:${port}: another process uses this port; end it, or choose another port with --port or server.port.`;
    case 'EACCES':
      return `The service cannot listen on ${host}:${port}: this port needs more rights; choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The service cannot listen on ${host}: this machine has no such address; check server.host.`;
    default:
      return `The service cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
