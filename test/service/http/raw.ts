import { connect } from 'node:net';
import type { Json } from '../session';

/** Sends exactly these bytes and gives back everything that comes until the other side closes, or `until` is met. */
export function exchange(
  port: number,
  request: string | Buffer,
  until?: (received: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    const received = () => Buffer.concat(chunks).toString('utf8');
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (until?.(received())) {
        socket.destroy();
        resolve(received());
      }
    });
    socket.on('end', () => resolve(received()));
    socket.on('error', reject);
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error(`the connection stayed open; received: ${received()}`));
    });
  });
}

/** A request with its header block; `connection: close` unless the headers say otherwise. */
export function rawRequest(line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body);
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(bytes.length > 0 ? { 'Content-Length': String(bytes.length) } : {}),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n`), bytes]);
}

/** The envelope of a raw answer. */
export function envelopeOf(answer: string): { code: number; data: Json; msg: string } {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

/** Takes the chunks of a chunked body apart. */
export function unchunked(body: string): { text: string; complete: boolean } {
  let rest = Buffer.from(body);
  const parts: Buffer[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n');
    if (end < 0) return { text: Buffer.concat(parts).toString(), complete: false };
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16);
    if (size === 0) return { text: Buffer.concat(parts).toString(), complete: rest.equals(Buffer.from('0\r\n\r\n')) };
    parts.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}
