import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Lets a server listen. @returns its port, which it has chosen itself where 0 was asked for
 * @throws Error with the sentence that `trouble` makes of what is in the way
 */
export async function listening(
  server: Server,
  { host, port }: { host: string; port: number },
  trouble: (error: NodeJS.ErrnoException) => string,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(trouble(error))));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
