import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Answer, Behavior, Call, Endpoint, User } from './service';
import * as service from './service';
import { events } from './texts';

export interface StandIn {
  url: string;
  /** Gives a user a service of its own. */
  serve(uid: string, behaviors: readonly Behavior[]): User;
  close(): Promise<void>;
}

/** Serves users of the service on a free loopback port, each with the behaviors of its own. */
export async function startStandIn(): Promise<StandIn> {
  const users = new Map<string, User>();
  let url = '';
  const handlers = service.serviceAt(() => url);
  /** Why the credentials of a call are refused. */
  function refused({ endpoint, user, request }: Call, path: string): Answer | undefined {
    if (endpoint === 'file') return undefined;
    const { 'x-api-key': apiKey, 'x-timestamp': time, 'x-signature': signature, 'x-token': token } = request.headers;
    if (apiKey !== service.ACCOUNT.apiKey) return service.code(61001, 'unknown key');
    if (endpoint === 'grant') {
      const text = `${request.method}@${path.endsWith('/') ? path : `${path}/`}@${time}`;
      const expected = createHmac('sha1', service.ACCOUNT.secretKey).update(text).digest('base64');
      return signature === expected ? undefined : service.code(61002, 'bad signature');
    }
    const left = user.tokens.get(String(token));
    if (left === undefined) return service.code(61003, 'unknown token');
    if (left <= 0) return service.tokenRules(user)!.refusal;
    user.tokens.set(String(token), left - 1);
    return undefined;
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const address = new URL(request.url ?? '/', url);
    const path = address.pathname.replace(/(.)\/$/, '$1');
    const endpoint = path.startsWith('/files/') ? 'file' : service.endpoints[path as keyof typeof service.endpoints];
    // No deck needs the rest of the interface.
    if (endpoint === undefined)
      return path.startsWith('/api/') ? service.code(0, 'ok', []) : { status: 404, body: 'Not Found' };
    const params = { ...Object.fromEntries(address.searchParams), ...(await paramsOf(request)) };
    const uid = endpoint === 'file' ? path.split('/')[2] : endpoint === 'grant' ? params.uid : undefined;
    const user = uid === undefined ? users.get(String(request.headers['x-token']).split('.')[1] ?? '') : userOf(uid);
    if (user === undefined) return service.code(61003, 'unknown token');
    const nth = (user.counts[endpoint] ?? 0) + 1;
    user.counts[endpoint] = nth;
    const call: Call = { endpoint, nth, user, params, request };
    const { behaviors } = user;
    const instead = () => behaviors.map(({ instead: of = {} }) => (of[endpoint] ?? of.any)?.(call)).find(Boolean);
    const early = refused(call, address.pathname) ?? instead();
    const changes = (of: Endpoint | 'any') => behaviors.flatMap(({ answers = {} }) => answers[of] ?? []);
    const own = early ?? handlers[endpoint](call);
    // Changes are of what was served; a refusal stays as it is.
    const isServed = early === undefined && (own.json === undefined || own.json.code === 0);
    const served = isServed ? changes(endpoint).reduce((each, change) => change(each, call), own) : own;
    return changes('any').reduce((each, change) => change(wire(each), call), served);
  }

  const userOf = (uid: string): User => {
    const known = users.get(uid);
    if (known !== undefined) return known;
    const held = { tokens: new Map(), tasks: new Map(), tickets: new Map(), designs: [], exports: new Map() };
    const paid = { task: 0, outline: 0, content: 0, design: 0, export: 0 };
    const user: User = { uid, behaviors: [], counts: {}, grants: 0, paid, ...held };
    users.set(uid, user);
    return user;
  };

  let broken: unknown;
  const server = createServer((request, response) => {
    answer(request)
      .then((each) => send(response, wire(each)))
      .catch((error) => {
        // A client may leave in the middle of its request.
        if (!request.destroyed) broken ??= error;
        response.destroy();
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    serve(uid, behaviors) {
      const user = userOf(uid);
      user.behaviors = behaviors;
      const old = Math.max(0, ...behaviors.map(({ oldDesigns = 0 }) => oldDesigns));
      for (let index = 0; index < old; index += 1) service.addDesign(user, `Old ${index}`);
      return user;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      // Otherwise a mistake of a row would look like a fault of the service.
      if (broken !== undefined) throw broken;
    },
  };
}

/** The answer with its body: streams and envelopes as they are sent. */
function wire(answer: Answer): Answer {
  const { text, json, parts, body, headers } = answer;
  if (body !== undefined || parts !== undefined) return answer;
  if (text !== undefined) return { ...answer, ...events(text), headers: { ...events(text).headers, ...headers } };
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { ...answer, body: service.written(json), headers: { ...type, ...headers } };
}

async function send(response: ServerResponse, { status = 200, headers, body = '', parts, end, afterMs }: Answer) {
  // A client that has left does not keep the process alive.
  if (afterMs !== undefined) await setTimeout(afterMs, undefined, { ref: false });
  if (end === 'reset') return response.destroy();
  response.writeHead(status, headers);
  for (const part of parts ?? [body]) {
    if (part.length > 0) response.write(part);
    // Each piece is a packet of its own.
    if (parts !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (end === 'cut') response.destroy();
  else if (end !== 'open') response.end();
}

async function paramsOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const type = request.headers['content-type'];
  if (chunks.length === 0 || type === undefined) return {};
  const body = Buffer.concat(chunks);
  if (type.includes('json')) return Object.fromEntries(Object.entries(JSON.parse(body.toString())).map(asText));
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries([...form].map(([key, value]) => [key, typeof value === 'string' ? value : value.name]));
}

const asText = ([key, value]: [string, unknown]): [string, string] => [key, String(value)];
