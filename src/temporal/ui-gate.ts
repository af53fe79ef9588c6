import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { requestBounds } from '../edge/http-listener';
import { servesHost } from '../edge/served-hosts';
import { listening } from '../io/listening';
import { TemporalError } from './temporal-error';

export interface UiGate {
  close(): Promise<void>;
}

interface Address {
  host: string;
  port: number;
}

/**
 * Stands before the web pages of the embedded server, which asks nobody who they are and answers to any name: a website
 * that gives its own name the address of this machine (DNS rebinding) could read decks there, and decide about them.
 * @param own where people open the pages. @param pages where the server has them
 */
export async function startUiGate(own: Address, pages: Address): Promise<UiGate> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(requestBounds(), (incoming, outgoing) => {
    if (servesHost(incoming.headers.host ?? '')) pass(incoming, outgoing, { ...pages, agent });
    else outgoing.writeHead(403, { 'content-type': 'text/plain' }).end('These pages answer to localhost alone.\n');
  });
  await listening(server, own, ({ code }) => `the pages cannot be served on ${own.host}:${own.port} (${code})`).catch(
    (error: Error) => {
      throw new TemporalError('server-failed', `The embedded Temporal server cannot start: ${error.message}.`);
    },
  );
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
  const passed = request({ ...pages, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The Temporal server does not answer.\n');
  });
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
