import { createServer, type RequestListener, type Server } from 'node:http';
import { acceptingHttp10, requestBounds } from '../edge/http-listener';
import { listening } from '../io/listening';

/** How long requests under way may take when the server stops. */
const FINISH_MS = 2_000;
const SWEEP_EVERY_MS = 20;

export interface Listening {
  host: string;
  port: number;
  /** What comes from here on goes to this listener. */
  answer(listener: RequestListener): void;
  /** No new connections; requests under way end; sockets close. */
  close(): Promise<void>;
}

/** @throws Error with one sentence when the port is taken or may not be used */
export async function listen(host: string, port: number): Promise<Listening> {
  const server = createServer({ requireHostHeader: false, ...requestBounds() });
  const chosen = await listening(server, { host, port }, (error) => trouble(error, host, port));
  return {
    host,
    port: chosen,
    answer: (listener) => server.on('request', acceptingHttp10(listener)),
    close: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Again and again: a connection whose request was under way becomes an idle one that nobody would close.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
}

function trouble({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `The review page cannot listen on ${host}:${port}: another process uses this port; end it, or choose another port with --port or reviewServer.port.`;
    case 'EACCES':
      return `The review page cannot listen on ${host}:${port}: this port needs more rights; choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The review page cannot listen on ${host}: this machine has no such address; check reviewServer.host.`;
    default:
      return `The review page cannot listen on ${host}:${port}: ${message}.`;
  }
}
