import { createServer, type RequestListener, type Server } from 'node:http';
import { acceptingHttp10, requestBounds } from '../base/edge/http-listener';
import { listening } from '../base/io/listening';

/** How long open requests can take when the server stops. */
const SHUTDOWN_MS = 2_000;
const SWEEP_EVERY_MS = 20;

interface Listening {
  host: string;
  port: number;
  /** Starts handling requests. */
  handle(listener: RequestListener): void;
  /** Stops accepting connections, finishes open requests and closes the sockets. */
  close(): Promise<void>;
}

/** @throws Error if the port is in use or not permitted */
export async function listen(host: string, port: number): Promise<Listening> {
  const server = createServer({ requireHostHeader: false, ...requestBounds() });
  const chosen = await listening(server, { host, port }, (error) => whyNotListening(error, host, port));
  return {
    host,
    port: chosen,
    handle: (listener) => server.on('request', acceptingHttp10(listener)),
    close: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Repeatedly, because a connection only becomes idle once its request is finished.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `The review page cannot listen on ${host}:${port}: another process uses this port. Stop it, or choose another port with --port or reviewServer.port.`;
    case 'EACCES':
      return `The review page cannot listen on ${host}:${port}: this port needs more privileges. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The review page cannot listen on ${host}: this host does not have that address. Check reviewServer.host.`;
    default:
      return `The review page cannot listen on ${host}:${port}: ${message}.`;
  }
}
