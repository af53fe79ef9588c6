import { Agent } from 'undici';
import {
  type CallName,
  type EndpointName,
  endpointOf,
  type ReadOf,
  type RequestOf,
  type StreamName,
} from '../contract/index';
import type { ServiceProfile } from '../contract/profile';
import { type Connection, type Credentials, prepareAttempt, readData, sendAttempt } from './attempt';
import { textCleaner } from './clean-text';
import { type EncodedRequest, encodeRequest } from './encode-request';
import { ClientError, failuresOf } from './errors';
import { FragmentIterator } from './fragment-iterator';
import { readFragments } from './fragments';
import { type CallObserver, watched, watchedPieces } from './observer';
import { createMemoryTokenStore, type TokenStore } from './token-store';
import { createTokenSource, type TokenMargin, type TokenUser } from './tokens';
import { createTokenUse, waited } from './with-token';

export interface ServiceClientOptions {
  /** URL of the service, `http://host:port`, with a path prefix if a gateway needs one. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  profile: ServiceProfile;
  /** Timeouts of one exchange in milliseconds: to connect, until the response head, between bytes, in total. */
  deadlines: { connectMs: number; headersMs: number; idleMs: number; totalMs: number; streamTotalMs: number };
  /** Maximum size of an envelope in bytes, of a stream event in characters, and of a stream in bytes. */
  limits: { responseBytes: number; eventBytes: number; streamBytes: number };
  /** When tokens are renewed (default: after nine tenths of their life, at least a minute before they expire). */
  tokenMargin?: TokenMargin;
  /** Where tokens are stored (default: in memory). */
  tokenStore?: TokenStore;
  /** Notified of every attempt. */
  observer?: CallObserver | undefined;
}

/** The user whom a call is made for; an absent channel equals an empty one. */
export interface CallContext {
  uid: string;
  channel?: string;
  signal?: AbortSignal;
  /** Receives the message of a successful response, or the comments of a stream, without credentials. */
  onMessage?: (msg: string) => void;
}

/** Typed calls to the generation service. Every call is a single attempt; failures are `ClientError`s. */
export interface ServiceClient {
  /** Calls an endpoint that responds with one envelope; resolves to its `data` as typed values. */
  call<N extends CallName>(name: N, request: RequestOf<N>, context: CallContext): Promise<ReadOf<N>>;
  /**
   * Yields fragments of Markdown in order and ends normally only after the `close` event. For endpoints that respond
   * 'either', an envelope yields its text as one fragment. The call starts with the iteration and is aborted when the
   * loop is left.
   */
  stream<N extends StreamName>(name: N, request: RequestOf<N>, context: CallContext): AsyncIterable<string>;
  /** Gets and stores a token; returns when it expires (epoch ms), never the token. */
  ensureToken(user: CallContext): Promise<{ expiresAt: number }>;
  /** Closes all connections; running calls fail with `aborted`. */
  close(): Promise<void>;
}

/** @throws TypeError for an invalid URL. */
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
  // A service may answer only when its text is complete.
  const streamDeadlines = { headersMs: deadlines.streamTotalMs, idleMs, totalMs: deadlines.streamTotalMs };
  const outside = textCleaner([options.apiKey, options.secretKey]);

  const tokens = createTokenSource({
    origin: connection.origin + connection.prefix,
    apiKey: options.apiKey,
    store: options.tokenStore ?? createMemoryTokenStore(),
    margin: options.tokenMargin ?? { part: 0.1, leastMs: 60_000 },
    // Without the caller's signal, because all concurrent callers share the grant.
    grant: (user) => callSigned('grantToken', { uid: user.uid, channel: user.channel }, undefined),
  });

  const withToken = createTokenUse(tokens);

  function encode(name: EndpointName, request: unknown): EncodedRequest {
    return encodeRequest(endpointOf(name), request, failuresOf(name, outside));
  }

  async function callSigned<N extends CallName>(
    name: N,
    request: RequestOf<N>,
    signal: AbortSignal | undefined,
  ): Promise<ReadOf<N>> {
    const encoded = encode(name, request);
    return callOnce(name, encoded, 'signature', { signal });
  }

  /** One attempt at an endpoint that responds with an envelope. */
  function callOnce<N extends CallName>(
    name: N,
    encoded: EncodedRequest,
    credentials: Credentials,
    { signal, onMessage }: Pick<CallContext, 'onMessage'> & { signal?: AbortSignal | undefined },
  ): Promise<ReadOf<N>> {
    return watched(observer, observedCall(name), async (seen) => {
      const attempt = prepareAttempt(connection, name, endpointOf(name), credentials);
      const told = onMessage && ((msg: string) => onMessage(outside(msg)));
      const answer = await sendAttempt(connection, attempt, encoded, callDeadlines, signal, seen.headers);
      seen.answered(answer.status);
      return (await readData(answer, limits.responseBytes, { ...attempt.reading, told })) as ReadOf<N>;
    });
  }

  const user = ({ uid, channel = '' }: CallContext): TokenUser => ({ uid, channel });

  return {
    async call<N extends CallName>(name: N, request: RequestOf<N>, context: CallContext) {
      if (endpointOf(name).auth === 'signature') return callSigned(name, request, context.signal);
      const encoded = encode(name, request);
      return withToken(name, user(context), context.signal, ({ token }) =>
        callOnce(name, encoded, { token, channel: user(context).channel }, context),
      );
    },

    stream(name, request, context) {
      const open = async (signal: AbortSignal) => {
        const encoded = encode(name, request);
        return withToken(name, user(context), signal, ({ token }) => {
          const batches = watchedPieces(observer, observedCall(name), async (seen) => {
            const credentials = { token, channel: user(context).channel };
            const attempt = prepareAttempt(connection, name, endpointOf(name), credentials);
            const answer = await sendAttempt(connection, attempt, encoded, streamDeadlines, signal, seen.headers);
            seen.answered(answer.status);
            const { onMessage } = context;
            const told = onMessage && ((msg: string) => onMessage(outside(msg)));
            return readFragments(answer, limits, attempt.reading, told);
          });
          // The first batch is part of the attempt: until text has arrived, a rejected token can still be replaced.
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

/** Waits for the first batch, then yields all of them. */
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

/** Text had already arrived, so this call was admitted and must not be repeated. */
function refusedInside(error: unknown): never {
  if (!(error instanceof ClientError) || error.data.kind !== 'authentication') throw error;
  throw new ClientError(error.message, { ...error.data, during: 'stream' });
}

function splitAddress(baseUrl: string): { origin: string; prefix: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new TypeError('the URL of the service must be an http or https URL without credentials and query');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') };
}
