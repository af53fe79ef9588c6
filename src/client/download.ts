import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { given } from '../core/given';
import { ADDRESS_REFUSED, AddressRefused, isPublicAddress, publicLookup } from './addresses';
import { textCleaner } from './clean-text';
import { type ClientError, type Fail, failuresOf } from './errors';
import { type Answer, exchange } from './exchange';
import { ExchangeFailure } from './exchange-failure';
import { parseRetryAfter } from './retry-after';

export interface DownloadOptions {
  signal?: AbortSignal;
  maxBytes: number;
  /** True, or the origins (`http://127.0.0.1:8787`) that may resolve to addresses outside the public internet. */
  allowPrivate: boolean | readonly string[];
  idleMs: number;
  totalMs: number;
  /** Connect timeout in milliseconds (default: 10 s). */
  connectMs?: number;
  /** Name resolution (default: the system's). Its results are checked in any case. */
  lookup?: LookupFunction;
}

/** A running download. If its body is not iterated, it ends at its total deadline. */
export interface Download {
  body: AsyncIterable<Uint8Array>;
  contentLength?: number;
}

const MOST_REDIRECTS = 5;
/** Response statuses of an expired link. */
const EXPIRED = new Set([401, 403, 404, 410]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a file from a link of the service: only http and https, at most five redirects, and no address outside the
 * public internet unless allowed. No message contains the link's query, which may be a signature.
 */
export async function download(url: string, options: DownloadOptions): Promise<Download> {
  const fail = failuresOf('download', textCleaner([]));
  const ends = Date.now() + options.totalMs;
  const agent = guardedAgent(options);
  try {
    let target = targetOf(url, undefined, fail);
    for (let redirects = 0; ; redirects++) {
      const answer = await fetchOnce(agent, target, ends, options, fail);
      if (!REDIRECTS.has(answer.status)) return opened(agent, answer, options, fail);
      answer.dispose();
      if (redirects === MOST_REDIRECTS)
        throw fail('http-status', `more than ${MOST_REDIRECTS} redirects`, { httpStatus: answer.status });
      target = targetOf(answer.header('location') ?? '', target, fail);
    }
  } catch (error) {
    await agent.destroy();
    throw error;
  }
}

function targetOf(link: string, base: URL | undefined, fail: Fail): URL {
  const url = URL.canParse(link, base?.href) ? new URL(link, base) : undefined;
  if (link !== '' && url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  const sent = base ? 'yes' : 'no';
  throw fail('address-refused', `${base ? 'a redirect' : 'the link'} is not an http or https URL`, { sent });
}

/** Checks each address when it connects. */
function guardedAgent({ allowPrivate, connectMs = 10_000, lookup }: DownloadOptions): Agent {
  const open = buildConnector({ timeout: connectMs, ...(lookup ? { lookup } : {}) });
  const guarded = buildConnector({ timeout: connectMs, lookup: publicLookup(lookup) });
  return new Agent({
    connect: (target, callback) => {
      if (isAllowed(allowPrivate, target)) return open(target, callback);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // Literal addresses are connected to without a lookup.
      if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new AddressRefused(), null);
      guarded(target, callback);
    },
  });
}

function isAllowed(allow: boolean | readonly string[], target: buildConnector.Options): boolean {
  if (typeof allow === 'boolean') return allow;
  // undici passes IPv6 addresses without the brackets that a URL requires.
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
  const { origin } = new URL(`${target.protocol}//${host}${target.port === '' ? '' : `:${target.port}`}`);
  return allow.includes(origin);
}

async function fetchOnce(agent: Agent, url: URL, ends: number, options: DownloadOptions, fail: Fail): Promise<Answer> {
  const totalMs = Math.max(ends - Date.now(), 1);
  const request = {
    origin: url.origin,
    method: 'GET' as const,
    path: url.pathname + url.search,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'durable-presentations' },
  };
  try {
    return await exchange(
      agent,
      request,
      { headersMs: options.idleMs, idleMs: options.idleMs, totalMs },
      options.signal,
    );
  } catch (error) {
    throw asDownloadError(error, url, fail);
  }
}

function opened(agent: Agent, answer: Answer, options: DownloadOptions, fail: Fail): Download {
  const { status } = answer;
  const refuse = (error: ClientError) => {
    answer.dispose();
    return error;
  };
  if (EXPIRED.has(status)) {
    throw refuse(fail('link-expired', `the link has expired (HTTP ${status})`, { httpStatus: status }));
  }
  if (status < 200 || status > 203) {
    const retryAfterMs = parseRetryAfter(answer.header('retry-after'), answer.header('date'));
    throw refuse(fail('http-status', `the link responded with HTTP ${status}`, { httpStatus: status, retryAfterMs }));
  }
  const announced = answer.header('content-length');
  const contentLength = announced === undefined ? undefined : Number(announced);
  if (contentLength !== undefined && contentLength > options.maxBytes) {
    throw refuse(fail('too-large', `the file is larger than ${options.maxBytes} bytes`, { httpStatus: status }));
  }
  const body = readBody(agent, answer, options.maxBytes, fail);
  return { body, ...given({ contentLength }) };
}

async function* readBody(agent: Agent, answer: Answer, maxBytes: number, fail: Fail): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for (let chunk = await answer.read(); chunk; chunk = await answer.read()) {
      size += chunk.byteLength;
      if (size > maxBytes)
        throw fail('too-large', `the file is larger than ${maxBytes} bytes`, { httpStatus: answer.status });
      yield chunk;
    }
  } catch (error) {
    throw asDownloadError(error, undefined, fail);
  } finally {
    answer.dispose();
    await agent.destroy();
  }
}

function asDownloadError(error: unknown, url: URL | undefined, fail: Fail): unknown {
  if (!(error instanceof ExchangeFailure)) return error;
  const where = url ? ` at ${url.origin}` : '';
  if (error.code === ADDRESS_REFUSED) {
    const sentence = `the address${where} is outside the public internet; allow it with download.privateAddresses`;
    return fail('address-refused', sentence, { sent: 'no' });
  }
  const kind = error.kind === 'idle' ? 'timeout' : error.kind;
  return fail(kind, error.message.replace('the service', `the server${where}`), { sent: error.sent });
}
