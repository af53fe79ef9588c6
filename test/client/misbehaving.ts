import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRawServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import {
  ClientError,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../src/client/index';
import { defaultServiceProfile } from '../../src/contract/profile';

/** Values that must never be seen outside the client. */
export const CANARIES = {
  apiKey: 'canary-api-key-1f8a',
  secretKey: 'canary-secret-key-2e7b',
  token: 'canary-token-3d6c',
};

/** Deadlines for tests that wait for one to pass; all others are patient, so that a busy machine fails none. */
export const IMPATIENT = {
  deadlines: { connectMs: 1_500, headersMs: 900, idleMs: 700, totalMs: 4_000, streamTotalMs: 8_000 },
};

export interface Running {
  address: string;
  close(): Promise<void>;
}

const running: { close(): Promise<void> }[] = [];

/** For `afterEach`: ends the servers and clients that the test started. */
export async function endAll(): Promise<void> {
  for (const one of running.splice(0)) await one.close();
}

/** An HTTP server on a free port of the loopback address. */
export async function httpServer(listener: RequestListener): Promise<Running> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return remember({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** A TCP server that hands over the socket once a whole request head has come. */
export async function rawServer(
  onRequest: (socket: Socket, head: string) => void,
): Promise<Running & { connections(): number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createRawServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    let head = '';
    socket.on('data', (chunk) => {
      const before = head.includes('\r\n\r\n');
      head += chunk.toString('latin1');
      if (!before && head.includes('\r\n\r\n')) onRequest(socket, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return remember({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function remember<T extends { close(): Promise<void> }>(one: T): T {
  running.push(one);
  return one;
}

/** Answers the token grant with the canary token; everything else goes to the listener. */
export function granting(listener: RequestListener, token: () => string = () => CANARIES.token): RequestListener {
  return (request, response) => {
    if (!request.url?.startsWith('/api/grant/token')) return listener(request, response);
    json(response, { code: 0, msg: '', data: { api_key: 'k', uid: 'u', token: token(), time_expire: 86_400 } });
  };
}

export function json(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function clientFor(address: string, more: Partial<ServiceClientOptions> = {}): ServiceClient {
  return remember(
    createServiceClient({
      baseUrl: address,
      apiKey: CANARIES.apiKey,
      secretKey: CANARIES.secretKey,
      profile: defaultServiceProfile,
      deadlines: { connectMs: 20_000, headersMs: 20_000, idleMs: 20_000, totalMs: 40_000, streamTotalMs: 40_000 },
      limits: { responseBytes: 1_000_000, eventBytes: 8_000_000, streamBytes: 16_000_000 },
      ...more,
    }),
  );
}

/** A client that already has its token, for servers that speak no HTTP. */
export function clientWithToken(address: string, more: Partial<ServiceClientOptions> = {}): ServiceClient {
  const token = { token: CANARIES.token, grantedAt: Date.now(), expiresAt: Date.now() + 86_400_000 };
  return clientFor(address, {
    tokenStore: { get: async () => token, set: async () => undefined, delete: async () => undefined },
    ...more,
  });
}

/** Everything that a log, a test report or Temporal could make of an error. */
export function everythingOf(error: unknown): string {
  const { message, stack } = error as Error;
  // Not compact: laying numbers of bytes out in columns takes most of the time.
  const seen = { depth: 20, showHidden: true, getters: true, compact: false };
  return [inspect(error, seen), JSON.stringify(error), String(error), message, stack].join('\n');
}

/** Returns the error that something fails with, after checking it for secrets. */
export async function failureOf(doing: Promise<unknown>): Promise<ClientError> {
  const error = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientError)) throw new Error(`not a client error: ${inspect(error)}`);
  for (const canary of Object.values(CANARIES)) expect(everythingOf(error)).not.toContain(canary);
  expect(error.cause).toBeUndefined();
  expect(JSON.parse(JSON.stringify(error.data))).toEqual(error.data);
  return error;
}

export async function textOf(fragments: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const fragment of fragments) text += fragment;
  return text;
}

export const USER = { uid: 'user-1' };

/** The bytes of a body as they came. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
