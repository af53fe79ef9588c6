import { createServer, type Server, Socket } from 'node:net';

/** Picks free ports. All are held open at the same time, so that they are distinct. */
export async function freePorts(ip: string, count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(ip, 0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The error code (`EADDRINUSE`, `EACCES`) if a server cannot listen on the port; undefined if it can. */
export async function whyPortUnavailable(ip: string, port: number): Promise<string | undefined> {
  try {
    const server = await listen(ip, port);
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Whether the address accepts a TCP connection within the timeout. */
export function accepts(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new Socket();
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('error', () => end(false));
    socket.connect(port, host, () => end(true));
  });
}

function listen(ip: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: ip, port, exclusive: true }, () => resolve(server));
  });
}
