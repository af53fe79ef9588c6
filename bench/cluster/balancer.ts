import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Spreads connections over several ports in turn, and skips those that refuse them. */
export interface Balancer {
  port: number;
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[], port = 0): Promise<Balancer> {
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    keep(client);
    const first = next++;
    const attempt = (skipped: number) => {
      if (skipped === ports.length) return client.destroy();
      const upstream = connect(ports[(first + skipped) % ports.length]!, '127.0.0.1');
      keep(upstream);
      let connected = false;
      upstream.once('connect', () => {
        connected = true;
        client.pipe(upstream).pipe(client);
      });
      upstream.once('close', () => (connected ? client.destroy() : attempt(skipped + 1)));
      client.once('close', () => upstream.destroy());
    };
    attempt(0);
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
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
