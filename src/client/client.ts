import { Agent } from 'undici';
import {
  type CallName,
  type DataOf,
  type EndpointName,
  endpointOf,
  type RequestOf,
  type StreamName,
} from '../contract/index';
import type { ServiceProfile } from '../contract/profile';
import { type Connection, type Credentials, prepareAttempt, readData, sendAttempt } from './attempt';
import { textCleaner } from './clean-text';
import { type EncodedRequest, encodeRequest } from './encode-request';
import { failuresOf, ServiceError } from './errors';
import { FragmentIterator } from './fragment-iterator';
import { readFragments } from './fragments';
import { type CallObserver, watched, watchedPieces } from './observer';
import { createMemoryTokenStore, type StoredToken, type TokenStore } from './token-store';
import { createTokenSource, type TokenMargin, type TokenSource, type TokenUser } from './tokens';

export interface ServiceClientOptions {
  /** Address of the service, `http://host:port`, with a path in front of the endpoints' where a gateway wants one. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  profile: ServiceProfile;
  /** Milliseconds, each for one exchange: to connect, to the answer's head, between bytes, in all. */
  deadlines: { connectMs: number; headersMs: number; idleMs: number; totalMs: number; streamTotalMs: number };
  /** Largest envelope in bytes, largest event of a stream in characters, largest stream in bytes. */
  limits: { responseBytes: number; eventBytes: number; streamBytes: number };
  /** When tokens are renewed; a tenth of their life ahead, at least a minute, when left out. */
  tokenMargin?: TokenMargin;
  /** Where tokens are kept; in this process alone when left out. */
  tokenStore?: TokenStore;
  /** Told of every attempt. */
  observer?: CallObserver | undefined;
}

/** For whom a call is made; absent channel equals empty channel. */
export interface CallContext {
  uid: string;
  channel?: string;
  signal?: AbortSignal;
}

/** The service as functions. Every call is one attempt; failures are `ServiceError`s. */
export interface ServiceClient {
  /** Calls an endpoint that answers with one envelope; resolves to its `data` as typed values. */
  call<N extends CallName>(name: N, request: RequestOf<N>, context: CallContext): Promise<DataOf<N>>;
  /**
   * Fragments of Markdown in arrival order, ending normally only after the stream's own good end. An endpoint that
   * answers 'either' with one envelope yields its text as one fragment. The call is made when iteration starts;
   * leaving the loop ends it.
   */
  stream<N extends StreamName>(name: N, request: RequestOf<N>, context: CallContext): AsyncIterable<string>;
  /** Makes sure a token is there; says when it expires (epoch ms), never the token. */
  ensureToken(user: CallContext): Promise<{ expiresAt: number }>;
  /** Ends everything at once; calls under way fail with `aborted`. */
  close(): Promise<void>;
}

/** Throws a `TypeError` for an address that is none. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { deadlines, limits, observer } = options;
  const { connectMs, headersMs, idleMs } = deadlines;
  const agent = new Agent({ connect: { timeout: connectMs } });
  const connection: Connection = {
    dispatcher: agent,
    ...splitAddress(options.baseUrl),
    apiKey: options.apiKey,
    secretKey: options.secretKey,
    profile: options.profile,
  };
  const callDeadlines = { headersMs, idleMs, totalMs: deadlines.totalMs };
  const streamDeadlines = { headersMs, idleMs, totalMs: deadlines.streamTotalMs };
  const outside = textCleaner([options.apiKey, options.secretKey]);

  const tokens = createTokenSource({
    origin: connection.origin + connection.prefix,
    apiKey: options.apiKey,
    profile: options.profile,
    store: options.tokenStore ?? createMemoryTokenStore(),
    margin: options.tokenMargin ?? { part: 0.1, leastMs: 60_000 },
    // Without a caller's signal: a grant belongs to everyone who waits for it.
    grant: (user) => callSigned('grantToken', { uid: user.uid, channel: user.channel }, undefined),
  });

  function encode(name: EndpointName, request: unknown): EncodedRequest {
    return encodeRequest(endpointOf(name), request, failuresOf(name, outside));
  }

  async function callSigned<N extends CallName>(
    name: N,
    request: RequestOf<N>,
    signal: AbortSignal | undefined,
  ): Promise<DataOf<N>> {
    const encoded = encode(name, request);
    return callOnce(name, encoded, 'signature', signal);
  }

  /** One attempt at an endpoint that answers with an envelope. */
  function callOnce<N extends CallName>(
    name: N,
    encoded: EncodedRequest,
    credentials: Credentials,
    signal: AbortSignal | undefined,
  ): Promise<DataOf<N>> {
    return watched(observer, observedCall(name), async (seen) => {
      const attempt = prepareAttempt(connection, name, endpointOf(name), credentials);
      const answer = await sendAttempt(connection, attempt, encoded, callDeadlines, signal, seen.headers);
      seen.answered(answer.status);
      return (await readData(answer, limits.responseBytes, attempt.reading)) as DataOf<N>;
    });
  }

  const user = ({ uid, channel = '' }: CallContext): TokenUser => ({ uid, channel });

  return {
    async call<N extends CallName>(name: N, request: RequestOf<N>, context: CallContext) {
      if (endpointOf(name).auth === 'signature') return callSigned(name, request, context.signal);
      const encoded = encode(name, request);
      return withToken(tokens, name, user(context), context.signal, ({ token }) =>
        callOnce(name, encoded, { token, channel: user(context).channel }, context.signal),
      );
    },

    stream(name, request, context) {
      const open = async (signal: AbortSignal) => {
        const encoded = encode(name, request);
        return withToken(tokens, name, user(context), signal, ({ token }) => {
          const batches = watchedPieces(observer, observedCall(name), async (seen) => {
            const credentials = { token, channel: user(context).channel };
            const attempt = prepareAttempt(connection, name, endpointOf(name), credentials);
            const answer = await sendAttempt(connection, attempt, encoded, streamDeadlines, signal, seen.headers);
            seen.answered(answer.status);
            return readFragments(answer, limits, attempt.reading);
          });
          // The first batch belongs to the attempt: until text has arrived, a refused token may still be replaced.
          return afterFirst(batches);
        });
      };
      return { [Symbol.asyncIterator]: () => new FragmentIterator(open, context.signal) };
    },

    async ensureToken(context) {
      const { expiresAt } = await waited(() => tokens.get(user(context)), 'grantToken', context.signal);
      return { expiresAt };
    },

    close: () => agent.destroy(),
  };
}

const observedCall = (endpoint: EndpointName) => ({ endpoint, method: endpointOf(endpoint).method });

/** Waits for the first batch, then hands out all of them. */
async function afterFirst<T>(batches: AsyncIterator<T>): Promise<AsyncIterator<T>> {
  let first: IteratorResult<T> | undefined = await batches.next();
  return {
    next: async () => {
      const batch = first ?? (await batches.next().catch(refusedInside));
      first = undefined;
      return batch;
    },
  };
}

/** Text had come by then, so this is more than a call that was not let in. */
function refusedInside(error: unknown): never {
  if (!(error instanceof ServiceError) || error.data.kind !== 'authentication') throw error;
  throw new ServiceError(error.message, { ...error.data, during: 'stream' });
}

/** Runs a call with its user's token; refused for the token, it runs once more with the one that replaces it. */
async function withToken<T>(
  tokens: TokenSource,
  name: EndpointName,
  user: TokenUser,
  signal: AbortSignal | undefined,
  run: (token: StoredToken) => Promise<T>,
): Promise<T> {
  const granted = (token: () => Promise<StoredToken>) => waited(token, name, signal);
  const token = await granted(() => tokens.get(user));
  try {
    return await run(token);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.data.kind !== 'authentication') throw error;
    return run(await granted(() => tokens.replace(user, token)));
  }
}

/** Waits for a token that others may be waiting for too; its failure is told as one of this call. */
async function waited(
  token: () => Promise<StoredToken>,
  name: EndpointName,
  signal?: AbortSignal,
): Promise<StoredToken> {
  const cancelled = () =>
    new ServiceError(`${name}: the call was cancelled; nothing was sent`, {
      kind: 'aborted',
      endpoint: name,
      sent: 'no',
    });
  let stop = (): void => undefined;
  try {
    return await new Promise<StoredToken>((resolve, reject) => {
      stop = () => reject(cancelled());
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      token().then(resolve, reject);
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || name === 'grantToken' || error.data.endpoint === name) throw error;
    const sentence = `${name}: not sent, because its token could not be granted; ${error.message}`;
    throw new ServiceError(sentence, { ...error.data, endpoint: name, during: 'grant', sent: 'no' });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function splitAddress(baseUrl: string): { origin: string; prefix: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new TypeError('the address of the service must be an http or https address without credentials and query');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') };
}
