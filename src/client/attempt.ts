import type { Dispatcher } from 'undici';
import { type Endpoint, type EndpointName, headers, sign } from '../contract/index';
import type { ServiceProfile } from '../contract/profile';
import { given } from '../core/given';
import { type Reading, readEnvelope, readText, statusFailure } from './answers';
import { textCleaner } from './clean-text';
import type { EncodedRequest } from './encode-request';
import { ClientError, type Fail, failuresOf } from './errors';
import { type Answer, exchange } from './exchange';
import { type ExchangeDeadlines, ExchangeFailure } from './exchange-failure';

/** State that all attempts of one client share. */
export interface Connection {
  dispatcher: Dispatcher;
  /** Scheme, host and port. */
  origin: string;
  /** Path prefix of all endpoints, without a trailing slash; usually empty. */
  prefix: string;
  apiKey: string;
  secretKey: string;
  profile: ServiceProfile;
}

/** The identity of an attempt: a user with a token, or the account with a signature. */
export type Credentials = { token: string; channel: string } | 'signature';

/** One attempt with its credentials: its headers, and an error factory that masks secrets. */
interface Attempt {
  name: EndpointName;
  reading: Reading;
  headers: Record<string, string>;
}

/** Header set A or S of the specification; the signature is computed for each attempt. */
export function prepareAttempt(
  connection: Connection,
  name: EndpointName,
  definition: Endpoint,
  credentials: Credentials,
): Attempt {
  const { apiKey, secretKey, profile } = connection;
  const secrets = [apiKey, secretKey];
  const set: Record<string, string> = { [headers.apiKey]: apiKey };
  if (credentials === 'signature') {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = sign(secretKey, { method: definition.method, path: definition.path, timestamp });
    set[headers.timestamp] = String(timestamp);
    set[headers.signature] = signature;
    secrets.push(signature);
  } else {
    set[headers.channel] = credentials.channel;
    set[headers.token] = credentials.token;
    secrets.push(credentials.token);
  }
  return { name, reading: { definition, profile, fail: failuresOf(name, textCleaner(secrets)) }, headers: set };
}

/**
 * Sends the request of an attempt and returns a response with a success status.
 * @param more unsigned headers, such as the trace context.
 */
export async function sendAttempt(
  connection: Connection,
  attempt: Attempt,
  request: EncodedRequest,
  deadlines: ExchangeDeadlines,
  signal: AbortSignal | undefined,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { definition } = attempt.reading;
  const answer = await exchange(
    connection.dispatcher,
    {
      origin: connection.origin,
      method: request.method,
      path: connection.prefix + request.path,
      headers: {
        ...more,
        ...attempt.headers,
        accept: definition.responds === 'envelope' ? 'application/json' : 'text/event-stream, application/json',
        'accept-encoding': 'identity',
        'user-agent': 'durable-presentations',
        ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
      },
      ...given({ body: request.body }),
    },
    deadlines,
    signal,
  ).catch((error) => {
    throw asClientError(error, attempt.reading.fail);
  });
  try {
    const encoding = answer.header('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      const sentence = `the response is compressed (content-encoding ${encoding}), which the client did not accept`;
      throw attempt.reading.fail('malformed', sentence, { httpStatus: answer.status });
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await statusFailure(answer, attempt.reading);
  } catch (error) {
    answer.dispose();
    throw error;
  }
}

/** Returns `data` of a response that consists of one envelope. */
export async function readData(answer: Answer, limit: number, reading: Reading): Promise<unknown> {
  try {
    return readEnvelope(answer, await readText(answer, limit, reading.fail), reading);
  } catch (error) {
    throw asClientError(error, reading.fail);
  } finally {
    answer.dispose();
  }
}

/** Converts exchange failures to errors of the call; client errors pass unchanged. */
export function asClientError(error: unknown, fail: Fail): ClientError {
  if (error instanceof ClientError) return error;
  if (error instanceof ExchangeFailure) {
    const nothingSent = error.sent === 'no' ? '; nothing was sent' : '';
    return fail(error.kind === 'idle' ? 'timeout' : error.kind, error.message + nothingSent, { sent: error.sent });
  }
  // A bug in this program. Its message could contain anything, so only its class is reported.
  const kind = error instanceof Error ? error.name : typeof error;
  return fail('malformed', `the response could not be read (${kind})`, { sent: 'unknown' });
}
