import { createServer, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { acceptingHttp10, requestBounds } from '../../edge/http-listener';
import { listening } from '../../io/listening';
import type { Exchange } from './encode';

/** Longer than the idle time of common clients: who closes first should be the client, not a request on its way. */
const KEEP_ALIVE_MS = 65_000;

/** How long requests under way may take to end when the service stops, and streams to say that they are cut. */
const FINISH_WITHIN_MS = 2_000;
const STREAMS_END_WITHIN_MS = 1_000;
const SWEEP_EVERY_MS = 20;
const REFUSAL_IS_READ_WITHIN_MS = 1_000;

export interface HttpServer {
  host: string;
  port: number;
  /** Ends in this order: no new connections, requests finish, `abort` cuts what still streams, sockets close. */
  close(abort: () => void): Promise<void>;
}

/**
 * @param unreadableCode of the envelope for what is not an HTTP request.
 * @param requestTime milliseconds within which a request must have come, with its body.
 * @throws Error with one sentence when the port is taken or may not be used.
 */
export async function listen(
  app: Hono<Exchange>,
  host: string,
  port: number,
  unreadableCode: number,
  requestTime: number,
): Promise<HttpServer> {
  const server = createServer(
    // Node would answer a request without Host itself, without an envelope; the listener refuses it as well.
    { requireHostHeader: false, ...requestBounds(requestTime) },
    acceptingHttp10(
      getRequestListener(app.fetch, { errorHandler: (error) => refuseUnreadable(error, unreadableCode) }),
    ),
  );
  server.on('checkExpectation', (_, response) => refuseExpectation(response, unreadableCode));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, unreadableCode));
  const chosen = await listening(server, { host, port }, (error) => listenTrouble(error, host, port));
  return {
    host,
    port: chosen,
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

/** What is HTTP, but names no address that could be called; other errors have become envelopes in the app. */
function refuseUnreadable(error: unknown, code: number): Response {
  if (!(error instanceof RequestError)) throw error;
  return Response.json(
    { code, data: [], msg: `${error.message}: this names no address of this service` },
    { status: 400 },
  );
}

function refuseExpectation(response: ServerResponse, code: number): void {
  const msg = 'of the Expect header, only 100-continue is understood';
  const body = JSON.stringify({ code, data: [], msg });
  const length = Buffer.byteLength(body);
  response
    .writeHead(417, { 'content-type': 'application/json', 'content-length': length, connection: 'close' })
    .end(body);
}

/** What Node cannot read as HTTP never reaches the app; it is answered in the form of everything else all the same. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, code: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, msg] = unreadable(error);
  const body = JSON.stringify({ code, data: [], msg });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // Time to read it; then the connection ends, whatever the caller still sends.
    () => setTimeout(() => socket.destroy(), REFUSAL_IS_READ_WITHIN_MS).unref(),
  );
}

function unreadable({ code }: NodeJS.ErrnoException): [status: string, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', 'address and headers together are longer than 16 KB'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'the request took too long to arrive (server.limits.requestTime)'];
    default:
      return ['400 Bad Request', 'this is not a request in the form of HTTP'];
  }
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
