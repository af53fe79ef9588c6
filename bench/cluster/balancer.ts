import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Spreads connections over several ports in turn, and skips those that refuse them. */
export interface Balancer {
  port: number;
  /**
   * A network that loses every packet: nothing passes in either direction, new connections get no answer, and no side
   * learns that the other has closed.
   */
  partition(): void;
  /** What was sent meanwhile arrives, as when TCP sends it again, and so does the end of a connection. */
  heal(): void;
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[], port = 0): Promise<Balancer> {
  const open = new Set<Socket>();
  const links = new Set<Link>();
  /** What is done when the network is back; undefined while it is there. */
  let later: (() => void)[] | undefined;
  const whenThere = (action: () => void) => (later === undefined ? action() : void later.push(action));
  let next = 0;
  const server = createServer((client) => {
    keep(client);
    const first = next++;
    const attempt = (skipped: number) => {
      if (client.destroyed || skipped === ports.length) return client.destroy();
      const upstream = connect(ports[(first + skipped) % ports.length]!, '127.0.0.1');
      keep(upstream);
      const link = new Link(client, upstream);
      let connected = false;
      upstream.once('connect', () => {
        connected = true;
        links.add(link);
        if (later === undefined) link.join();
      });
      upstream.once('close', () => {
        links.delete(link);
        whenThere(() => (connected ? client.destroy() : attempt(skipped + 1)));
      });
      client.once('close', () => whenThere(() => upstream.destroy()));
    };
    whenThere(() => attempt(0));
  });
  const keep = (socket: Socket) => {
    open.add(socket);
    // The other end learns of an error by the end of its connection.
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    partition() {
      later ??= [];
      for (const link of links) link.part();
    },
    heal() {
      const actions = later ?? [];
      later = undefined;
      for (const link of links) link.join();
      for (const action of actions) action();
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Both directions of a connection. */
class Link {
  private joined = false;

  constructor(
    private readonly client: Socket,
    private readonly upstream: Socket,
  ) {}

  join(): void {
    if (this.joined) return;
    this.joined = true;
    this.client.pipe(this.upstream).pipe(this.client);
  }

  /** Without a reader, a stream passes on neither data nor its end. */
  part(): void {
    this.joined = false;
    this.client.unpipe(this.upstream);
    this.upstream.unpipe(this.client);
    this.client.pause();
    this.upstream.pause();
  }
}
