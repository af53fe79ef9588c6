import { isLoopback } from '../../base/io/loopback';
import { download } from '../download';

/** A request before it is sent. */
export interface Request {
  method: 'GET' | 'POST';
  /** Path and query of an endpoint, or the URL of a file. */
  path: string;
  headers?: Record<string, string>;
  body?: URLSearchParams | FormData | string;
}

/** An answer, complete. A file is described instead of kept. */
export interface Answer {
  status: number;
  type: string;
  text: string;
  file?: { size: number; names: string[] };
}

/** Carries requests to a service, or to a record of one. */
export interface Traffic {
  /** @throws NoAnswer */
  send(request: Request): Promise<Answer>;
  /** The check whose requests follow. */
  begin(check: string): void;
}

/** A request that got no answer. */
export class NoAnswer extends Error {}

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILE_BYTES = 256 * 1024 * 1024;

export interface NetworkOptions {
  baseUrl: string;
  signal: AbortSignal;
  /** Timeouts in milliseconds: of a call, and of a stream or a file. */
  callMs: number;
  streamMs: number;
}

/** Sends requests to a service. Redirects are not followed, because they would carry the credentials elsewhere. */
export function networkTraffic({ baseUrl, signal, callMs, streamMs }: NetworkOptions): Traffic {
  const { origin, hostname, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');

  async function fetched({ path, ...request }: Request): Promise<Answer> {
    const generates = /^\/api\/(?:ai\/chat\/(?!v2\/content\/check)|design\/v2\/save)/.test(path);
    const ends = AbortSignal.any([signal, AbortSignal.timeout(generates ? streamMs : callMs)]);
    const response = await fetch(`${origin}${prefix}${path}`, { ...request, redirect: 'manual', signal: ends });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: await textOf(response, type) };
  }

  async function fileAt(url: string): Promise<Answer> {
    const allowPrivate = isLoopback(hostname) ? [origin] : false;
    const options = { signal, maxBytes: MOST_FILE_BYTES, allowPrivate, idleMs: callMs, totalMs: streamMs };
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await download(url, options)).body) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const { zipNames } = await import('./zip.js');
    return { status: 200, type: '', text: '', file: { size: bytes.length, names: zipNames(bytes) } };
  }

  return {
    begin: () => undefined,
    async send(request) {
      try {
        return await (request.path.startsWith('/') ? fetched(request) : fileAt(request.path));
      } catch (error) {
        signal.throwIfAborted();
        throw new NoAnswer(reasonOf(error));
      }
    },
  };
}

/** Reads a whole body. A stream may stay open after its last event. */
async function textOf(response: Response, type: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    if (type.startsWith('text/event-stream') && /api-close\s*$/.test(text.slice(-40))) break;
  }
  return text;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? deeper ?? message;
}
