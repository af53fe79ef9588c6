import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts listening. @returns the port, chosen by the system if it was 0
 * @throws Error with the message that `describe` returns
 */
export async function listening(
  server: Server,
  { host, port }: { host: string; port: number },
  describe: (error: NodeJS.ErrnoException) => string,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(describe(error))));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
