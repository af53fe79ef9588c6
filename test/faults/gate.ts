import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Where a call halts: before the service has seen it, or when its whole answer is ready and no one has received it. */
export type Moment = 'before' | 'applied';

export interface HeldCall {
  /** Resolves when the call has halted at its moment. */
  reached: Promise<void>;
  /** The call continues, or its answer arrives; does nothing for a caller that is gone. */
  release(): void;
  /** The connection ends; what has not been sent on never is. */
  drop(): void;
}

/** The way between worker and service, on which single calls of single users can be made to stand still. */
export interface Gate {
  url: string;
  /** Sends everything there from now on. */
  target(url: string): void;
  /** The next call of this user whose path begins so. */
  hold(uid: string, path: string, moment: Moment): HeldCall;
  /** Paths that were called for a user, in their order. */
  calls(uid: string): string[];
  /** Nothing listens any more, as when the service is gone; calls that are held stay. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

interface Hold {
  uid: string;
  path: string;
  moment: Moment;
  met: () => void;
  /** Set while the call is halted. */
  release?: () => void;
  drop?: () => void;
  taken: boolean;
}

const GRANT = '/api/grant/token';
const RESULT = '/api/download/export/file/result';

export async function openGate(): Promise<Gate> {
  let target: URL | undefined;
  const holds: Hold[] = [];
  const called = new Map<string, string[]>();
  /** Whose a call is: by its token, or by the link that it follows. */
  const owners = new Map<string, string>();
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();

  const learn = (path: string, uid: string | undefined, body: Buffer) => {
    if (uid === undefined || (path !== GRANT && path !== RESULT)) return;
    const { data } = JSON.parse(body.toString('utf8')) as { data: { token?: string } | string[] };
    if (!Array.isArray(data)) owners.set(data.token ?? '', uid);
    else for (const link of data) owners.set(new URL(link, 'http://gate').pathname, uid);
  };

  const stand = (hold: Hold, socket: Socket, go: () => void): void => {
    held.add(socket);
    const end = (action: () => void) => () => {
      delete hold.release;
      delete hold.drop;
      held.delete(socket);
      action();
    };
    hold.release = end(go);
    hold.drop = end(() => socket.destroy());
    hold.met();
  };

  const onCall = (incoming: IncomingMessage, answer: ServerResponse) => {
    const url = new URL(incoming.url!, 'http://gate');
    const path = url.pathname.replace(/\/$/, '');
    const token = String(incoming.headers['x-token'] ?? '');
    const uid = path === GRANT ? (url.searchParams.get('uid') ?? undefined) : (owners.get(token) ?? owners.get(path));
    if (uid !== undefined) called.set(uid, [...(called.get(uid) ?? []), path]);
    const hold = holds.find((one) => !one.taken && one.uid === uid && path.startsWith(one.path));
    if (hold !== undefined) hold.taken = true;
    const { socket } = incoming;
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      const send = () => {
        if (socket.destroyed) return;
        forward(incoming, Buffer.concat(body), target!, answer, hold?.moment === 'applied', (reply, whole) => {
          learn(path, uid, whole);
          if (hold?.moment !== 'applied') return;
          stand(hold, socket, () => answer.writeHead(reply.statusCode!, reply.headers).end(whole));
        });
      };
      if (hold?.moment === 'before') stand(hold, socket, send);
      else send();
    });
  };

  let server: Server;
  let port = 0;
  const listen = async () => {
    server = createServer(onCall);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await listen();

  return {
    url: `http://127.0.0.1:${port}`,
    target: (url) => {
      target = new URL(url);
    },
    hold(uid, path, moment) {
      const hold = { uid, path, moment, taken: false } as Hold;
      const reached = new Promise<void>((resolve) => {
        hold.met = resolve;
      });
      holds.push(hold);
      return { reached, release: () => hold.release?.(), drop: () => hold.drop?.() };
    },
    calls: (uid) => called.get(uid) ?? [],
    async down() {
      server.close();
      for (const socket of sockets) if (!held.has(socket)) socket.destroy();
    },
    up: listen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes a call on; its answer goes straight back unless `keep`. `whole` has every byte of it at its end. */
function forward(
  incoming: IncomingMessage,
  body: Buffer,
  target: URL,
  answer: ServerResponse,
  keep: boolean,
  whole: (reply: IncomingMessage, bytes: Buffer) => void,
): void {
  const { method, url: path, headers, socket } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path, headers, agent: false }, (reply) => {
    const bytes: Buffer[] = [];
    if (!keep) answer.writeHead(reply.statusCode!, reply.headers);
    reply.on('data', (chunk: Buffer) => {
      bytes.push(chunk);
      if (!keep) answer.write(chunk);
    });
    reply.on('end', () => {
      whole(reply, Buffer.concat(bytes));
      if (!keep) answer.end();
    });
    reply.on('error', () => socket.destroy());
  });
  onward.on('error', () => socket.destroy());
  answer.on('close', () => onward.destroy());
  onward.end(body);
}
