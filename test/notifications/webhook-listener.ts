import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { DeckEvent } from '../../src/core/notices';

/** One attempt that reached the receiver. */
export interface Attempt {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: DeckEvent;
}

export type Behaviour = (response: ServerResponse, attempt: Attempt) => void;

/** A webhook receiver whose responses a test controls. */
export interface WebhookListener {
  attempts: Attempt[];
  /** The URL has a secret in its path, as those of chat programs do. */
  url: string;
  secret: string;
  /** Sets the response for the next attempts; the default is 204. */
  behave(behaviour: Behaviour): void;
  /** Attempts for one deck, in order of arrival. */
  of(deck: { workflowId: string }): Attempt[];
  until<T>(look: () => T | undefined | false): Promise<T>;
  /** Stops listening and cuts connections. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export const accepted: Behaviour = (response) => response.writeHead(204).end();
export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end('the receiver says a lot about itself');

/** Shorter than the timeout of a test. */
const TIMEOUT_MS = 40_000;

let made = 0;

export async function listenForWebhooks(): Promise<WebhookListener> {
  made += 1;
  const secret = `whsec_${Buffer.from(`key-of-a-receiver-in-tests-${made}`).toString('base64')}`;
  const path = `/hooks/capability-${made}-of-this-receiver`;
  const attempts: Attempt[] = [];
  let behaviour = accepted;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const attempt = { path: request.url!, headers, body, event: JSON.parse(body) as DeckEvent };
    attempts.push(attempt);
    behaviour(response, attempt);
  };
  const listen = async (port: number) => {
    const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };

  return {
    attempts,
    url: `http://127.0.0.1:${port}${path}`,
    secret,
    behave: (next) => {
      behaviour = next;
    },
    of: ({ workflowId }) => attempts.filter(({ event }) => event.data.deck === workflowId),
    async until(look) {
      for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
        const found = look();
        if (found !== undefined && found !== false) return found;
        await new Promise((done) => setTimeout(done, 25));
      }
      const came = attempts.map(({ event }) => `${event.type} of “${event.data.title}”`);
      throw new Error(`what was waited for did not come, but ${came.join(', ') || 'nothing'}`);
    },
    down,
    async up() {
      server = await listen(port);
    },
    close: down,
  };
}

/** The receiver's section of temporal.yaml, with both secrets in files. */
export function webhookSection({ url, secret }: WebhookListener, folder: string, rest: object = {}) {
  const name = `hook-${new URL(url).port}`;
  const files = { url: join(folder, `${name}.url`), secret: join(folder, `${name}.secret`) };
  writeFileSync(files.url, url);
  writeFileSync(files.secret, secret);
  return { url: { file: files.url }, secret: { file: files.secret }, ...rest };
}

/** Verifies an attempt with the reference library of Standard Webhooks. @throws if the signature is invalid */
export function verified({ secret }: Pick<WebhookListener, 'secret'>, { body, headers }: Attempt): DeckEvent {
  return new Webhook(secret).verify(body, headers) as DeckEvent;
}
