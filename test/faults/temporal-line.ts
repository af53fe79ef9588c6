import { connect, createServer, type Socket } from 'node:net';

/** A line between the service and Temporal on which what the service says can be held back. */
export interface TemporalLine {
  /** Host and port. */
  address: string;
  /** From now on nothing from the service arrives; requests to it still do. */
  hold(): void;
  /** For the next process; what was held back is lost with the connections that it was sent on. */
  restore(): void;
  close(): Promise<void>;
}

export async function openTemporalLine(upstream: string): Promise<TemporalLine> {
  const [host, port] = upstream.split(':') as [string, string];
  const open = new Set<Socket>();
  let held = false;
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (!held) far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    hold() {
      held = true;
    },
    restore() {
      cut();
      held = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
