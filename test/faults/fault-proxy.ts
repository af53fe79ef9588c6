import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What happens to a call on its way. */
export type Fault =
  /** The connection breaks before the service has seen the call (K0). */
  | { kind: 'break-before' }
  /** The service applies the call; its answer is lost (K1). */
  | { kind: 'lose-answer' }
  /** The answer breaks off after this number of bytes. */
  | { kind: 'cut'; bytes: number }
  /** Another answer instead of the service's; the call does not reach it. */
  | {
      kind: 'answer';
      status: number;
      body: string | ((headers: IncomingHttpHeaders) => string);
      headers?: Record<string, string>;
    };

interface Rule {
  path: string;
  fault: Fault;
  /** How often it still strikes. */
  left: number;
}

/** A real proxy on loopback between client and service that makes the network misbehave on demand. */
export interface FaultProxy {
  url: string;
  /** Strikes the next `times` calls whose path ends with `path`. */
  strike(path: string, fault: Fault, times?: number): void;
  /** Sends everything to another address from now on. */
  target(url: string): void;
  /** Tells of every credential that passes: headers of calls, signed links of answers. */
  observe(observer: Observer): void;
  /** Calls that came in, by path. */
  calls: Map<string, number>;
  /** Forgets faults and counts. */
  reset(): void;
  close(): Promise<void>;
}

type Observer = (kind: 'token' | 'signature' | 'link', value: string) => void;

export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  let target = new URL(upstream);
  const rules: Rule[] = [];
  const calls = new Map<string, number>();
  const sockets = new Set<Socket>();
  let observer: Observer = () => undefined;

  const server = createServer((incoming, answer) => {
    const path = incoming.url!.split('?')[0]!;
    calls.set(path, (calls.get(path) ?? 0) + 1);
    for (const kind of ['token', 'signature'] as const) {
      const value = incoming.headers[`x-${kind}`];
      if (typeof value === 'string' && value !== '') observer(kind, value);
    }
    const rule = rules.find((candidate) => candidate.left > 0 && path.endsWith(candidate.path));
    if (rule !== undefined) rule.left -= 1;
    const fault = rule?.fault;
    if (fault?.kind === 'break-before') {
      incoming.socket.destroy();
      return;
    }
    if (fault?.kind === 'answer') {
      incoming.resume();
      const body = typeof fault.body === 'string' ? fault.body : fault.body(incoming.headers);
      answer.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(body);
      return;
    }
    forward(incoming, answer, target, fault, observer);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    observe: (given) => {
      observer = given;
    },
    strike: (path, fault, times = 1) => rules.push({ path, fault, left: times }),
    target: (url) => {
      target = new URL(url);
    },
    calls,
    reset() {
      rules.length = 0;
      calls.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  target: URL,
  fault: Fault | undefined,
  observer: Observer,
): void {
  const onward = request(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    },
    (reply) => {
      if (fault?.kind === 'lose-answer') {
        reply.resume();
        reply.on('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(reply.statusCode!, reply.headers);
      let sent = 0;
      reply.on('data', (chunk: Buffer) => {
        for (const [, signature] of chunk.toString('latin1').matchAll(/[?&]signature=([\w-]+)/g))
          observer('link', signature!);
        const most = fault?.kind === 'cut' ? fault.bytes - sent : chunk.length;
        answer.write(chunk.subarray(0, most));
        sent += Math.min(chunk.length, most);
        if (fault?.kind === 'cut' && sent >= fault.bytes) {
          reply.destroy();
          // After the bytes have left: a reset at once could overtake them.
          setImmediate(() => incoming.socket.destroy());
        }
      });
      reply.on('end', () => answer.end());
      reply.on('error', () => incoming.socket.destroy());
    },
  );
  onward.on('error', () => incoming.socket.destroy());
  incoming.on('close', () => {
    if (!incoming.complete) onward.destroy();
  });
  incoming.pipe(onward);
}
