import { createServer, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { acceptingHttp10, requestBounds } from '../../base/edge/http-listener';
import { listening } from '../../base/io/listening';
import type { Direct } from './direct';
import type { Exchange } from './encode';

/** Longer than the idle timeout of common clients: a client should close first, and never with a request in transit. */
const KEEP_ALIVE_MS = 65_000;

/** Time for running requests to finish when the service stops, and for streams to report that they were cut. */
const FINISH_WITHIN_MS = 2_000;
const STREAMS_END_WITHIN_MS = 1_000;
const SWEEP_EVERY_MS = 20;
const REFUSAL_IS_READ_WITHIN_MS = 1_000;

interface HttpServer {
  host: string;
  port: number;
  /** Stops in order: refuse new connections, finish requests, `abort` the remaining streams, close the sockets. */
  close(abort: () => void): Promise<void>;
}

/**
 * @param unreadableCode envelope code for input that is not HTTP.
 * @param requestTime milliseconds within which a whole request must arrive, including its body.
 * @throws Error when the port is in use or not permitted.
 */
export async function listen(
  { app, direct }: { app: Hono<Exchange>; direct: Direct },
  host: string,
  port: number,
  unreadableCode: number,
  requestTime: number,
): Promise<HttpServer> {
  const others = getRequestListener(app.fetch, { errorHandler: (error) => refuseUnreadable(error, unreadableCode) });
  const server = createServer(
    // Node would refuse a request without Host without an envelope; the listener refuses it with one.
    { requireHostHeader: false, ...requestBounds(requestTime) },
    acceptingHttp10((incoming, outgoing) => {
      if (!direct(incoming, outgoing)) void others(incoming, outgoing);
    }),
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
      // Repeated, because a connection becomes idle only when its running request ends.
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

/** Refuses HTTP requests with an unusable address. The app turns all other errors into envelopes. */
function refuseUnreadable(error: unknown, code: number): Response {
  if (!(error instanceof RequestError)) throw error;
  return Response.json({ code, data: [], msg: `${error.message}: this is not a URL of this service` }, { status: 400 });
}

function refuseExpectation(response: ServerResponse, code: number): void {
  const msg = 'the Expect header supports only 100-continue';
  const body = JSON.stringify({ code, data: [], msg });
  const length = Buffer.byteLength(body);
  response
    .writeHead(417, { 'content-type': 'application/json', 'content-length': length, connection: 'close' })
    .end(body);
}

/** Input that Node cannot parse as HTTP never reaches the app. It gets an envelope all the same. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, code: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, msg] = unreadable(error);
  const body = JSON.stringify({ code, data: [], msg });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // Gives the caller time to read it, then closes the connection even if the caller is still sending.
    () => setTimeout(() => socket.destroy(), REFUSAL_IS_READ_WITHIN_MS).unref(),
  );
}

function unreadable({ code }: NodeJS.ErrnoException): [status: string, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', 'URL and headers together exceed 16 KB'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'the request took too long to arrive'];
    default:
      return ['400 Bad Request', 'this is not a valid HTTP request'];
  }
}

function listenTrouble(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `The service cannot listen on ${host}:${port}: another process uses this port. Stop it, or choose another port with --port or server.port.`;
    case 'EACCES':
      return `The service cannot listen on ${host}:${port}: permission denied. Choose a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The service cannot listen on ${host}: this host does not have that address. Check server.host.`;
    default:
      return `The service cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
