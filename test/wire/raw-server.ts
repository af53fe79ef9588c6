import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface RawRequest {
  line: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A server that knows nothing of HTTP beyond where a request ends: it keeps the bytes, and answers with given ones. */
export async function rawServer(answer: () => Buffer) {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const [line = '', ...rest] = received.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(rest.map((one) => [one.split(': ')[0]!, one.slice(one.indexOf(': ') + 2)]));
      const body = received.subarray(end + 4);
      if (body.length < Number(headers['content-length'] ?? 0)) return;
      requests.push({ line, headers, body });
      socket.end(answer());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
