import type { EndpointName } from '../contract/index';
import type { FailureKind } from '../contract/profile';

/**
 * The kinds of failures:
 * - `invalid-request`: the request cannot be encoded; nothing was sent.
 * - `unreachable`: no connection (refused, unknown host, TLS, connect timeout); nothing was sent.
 * - `timeout`: a timeout expired after the request was sent.
 * - `connection-lost`: the connection broke before the response was complete.
 * - `http-status`: an HTTP status other than success.
 * - `refused`: an envelope with a code other than 0; see `meaning`.
 * - `authentication`, `signature`: the token was rejected, or the key, signature or timestamp.
 * - `malformed`: a response that violates the contract (HTML, broken JSON, wrong shape, nested too deep).
 * - `too-large`: a response, event or stream beyond its limit.
 * - `stream-cut`: the stream ended without its `close` event; `ended` if it was not cut off.
 * - `stream-error`, `stream-filtered`: the service sent an `error` or a `filter` (moderation) event.
 * - `stream-idle`: no byte arrived within the idle timeout.
 * - `link-expired`: a download link that is no longer served.
 * - `address-refused`: a download address that must not be connected to.
 * - `aborted`: the caller ended the call, or the client was closed.
 */
export type ClientErrorKind =
  | 'invalid-request'
  | 'unreachable'
  | 'timeout'
  | 'connection-lost'
  | 'http-status'
  | 'refused'
  | 'authentication'
  | 'signature'
  | 'malformed'
  | 'too-large'
  | 'stream-cut'
  | 'stream-error'
  | 'stream-filtered'
  | 'stream-idle'
  | 'link-expired'
  | 'address-refused'
  | 'aborted';

/**
 * Whether the request reached the service. `no`: certainly nothing was written. `yes`: a response began, so the service
 * received the request and may have applied it. `unknown`: at least partly written, without a response.
 */
export type Sent = 'no' | 'yes' | 'unknown';

/** A failed call as plain JSON, without credentials, headers, bodies or URL queries. */
export interface ClientErrorData {
  kind: ClientErrorKind;
  endpoint: EndpointName | 'download';
  sent: Sent;
  /**
   * `grant`: the call was not sent because its token could not be granted; the other fields describe that grant.
   * `stream`: the token was rejected after text had arrived.
   */
  during?: 'grant' | 'stream';
  /** The response was complete as far as HTTP tells. */
  ended?: true;
  httpStatus?: number;
  /** The service's code, other than 0. */
  code?: number;
  /** The meaning of `code` in the compatibility profile. */
  meaning?: FailureKind | 'unknown';
  /** The service's message, at most 500 characters, without control characters and credentials. */
  msg?: string;
  /** From `Retry-After`, at most an hour. */
  retryAfterMs?: number;
  /** Local clock minus the service's: positive if the local clock is ahead. Set for rejected signatures. */
  clockOffsetMs?: number;
}

/** The only error that the client throws. Its message and data are safe to show, log and store. */
export class ClientError extends Error {
  readonly data: ClientErrorData;

  constructor(message: string, data: ClientErrorData) {
    super(message);
    this.name = 'ClientError';
    this.data = data;
  }
}

type Facts = { [Key in keyof Omit<ClientErrorData, 'kind' | 'endpoint'>]?: ClientErrorData[Key] | undefined };

/** Creates the errors of one call; `sent` defaults to `yes`. */
export type Fail = (kind: ClientErrorKind, sentence: string, facts?: Facts) => ClientError;

/** Every text passes `clean`, so that no message can contain a credential. */
export function failuresOf(endpoint: ClientErrorData['endpoint'], clean: (text: string) => string): Fail {
  return (kind, sentence, facts = {}) => {
    const data: Record<string, unknown> = { kind, endpoint, sent: 'yes' };
    for (const [name, value] of Object.entries(facts)) {
      if (value !== undefined) data[name] = name === 'msg' ? clean(value as string) : value;
    }
    return new ClientError(`${endpoint}: ${clean(sentence)}`, data as unknown as ClientErrorData);
  };
}
