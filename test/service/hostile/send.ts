import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Json } from '../session';

/** Header lines in order; a name may occur twice, which a `Headers` object would not allow. */
export type HeaderLines = readonly (readonly [string, string])[];

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface Envelope {
  code: number;
  data: Json;
  msg: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends exactly these header lines, target and body. */
export function send(
  port: number,
  { method, target, headers = [], body }: { method: string; target: string; headers?: HeaderLines; body?: Buffer },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const lines = ['Host', `127.0.0.1:${port}`, ...headers.flat()];
    if (body) lines.push('Content-Length', String(body.length));
    const sent = request({ agent, host: '127.0.0.1', port, method, path: target, headers: lines }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.setTimeout(30_000, () => sent.destroy(new Error(`${method} ${target}: no answer within 30 s`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Keeps no connection open that would hold a closing service up. */
export function closeConnections(): void {
  agent.destroy();
}

export const isStream = ({ headers }: Answered): boolean =>
  (headers['content-type'] ?? '').startsWith('text/event-stream');

/** The envelope of an answer; a stream that ends well counts as a success with its text for data. */
export function envelopeOf(answer: Answered): Envelope {
  const text = answer.bytes.toString('utf8');
  if (!isStream(answer)) return JSON.parse(text);
  if (!text.endsWith('event:close\ndata:api-close\n\n')) throw new Error(`a stream that ends with ${text.slice(-200)}`);
  return { code: 0, data: text, msg: '' };
}
