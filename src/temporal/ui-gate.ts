import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { requestBounds } from '../base/edge/http-listener';
import { servesHost } from '../base/edge/served-hosts';
import { listening } from '../base/io/listening';
import { TemporalError } from './temporal-error';
import { VIEWS_PATH, viewsPageHeaders } from './views-page';

export interface UiGate {
  close(): Promise<void>;
}

interface Address {
  host: string;
  port: number;
}

/**
 * Proxy in front of the embedded server's UI, which has no authentication and accepts any `Host`. Without it, a website could
 * use DNS rebinding to read decks and decide on them.
 * @param own public address of the UI @param pages the server's own address of the UI
 * @param viewsPage served at `/views`
 */
export async function startUiGate(own: Address, pages: Address, viewsPage?: () => string): Promise<UiGate> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(requestBounds(), (incoming, outgoing) => {
    if (!servesHost(incoming.headers.host ?? '')) {
      outgoing
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('Open the Temporal UI through localhost or 127.0.0.1.\n');
    } else if (viewsPage !== undefined && incoming.url === VIEWS_PATH) {
      outgoing.writeHead(200, viewsPageHeaders).end(viewsPage());
    } else pass(incoming, outgoing, { ...pages, agent });
  });
  await listening(
    server,
    own,
    ({ code }) => `cannot serve the Temporal UI on ${own.host}:${own.port} (${code}). Change temporal.uiPort`,
  ).catch((error: Error) => {
    throw new TemporalError('server-failed', `Cannot start the embedded Temporal server: ${error.message}.`);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, pages: Address & { agent: Agent }): void {
  const { method, url, headers } = incoming;
  const passed = request({ ...pages, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The Temporal server does not respond.\n');
  });
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
