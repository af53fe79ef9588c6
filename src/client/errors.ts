import type { EndpointName } from '../contract/index';
import type { FailureKind } from '../contract/profile';

/**
 * What went wrong, seen from the caller:
 * - `invalid-request`: the request cannot be put on the wire; nothing was sent.
 * - `unreachable`: no connection (refused, no such host, TLS, connect deadline); nothing was sent.
 * - `timeout`: a deadline passed after the request went out.
 * - `connection-lost`: the connection broke before the answer was complete.
 * - `http-status`: an HTTP status that is no success.
 * - `refused`: an envelope with a code other than 0; `meaning` says which.
 * - `authentication`, `signature`: refused for the token, or for key, signature and timestamp.
 * - `malformed`: an answer that is not what the contract says (HTML, broken JSON, wrong shape, nested too deep).
 * - `too-large`: an answer, event or stream beyond its limit.
 * - `stream-cut`: the stream ended without its `close` event.
 * - `stream-error`, `stream-filtered`: the service sent an `error` or a `filter` (moderation) event.
 * - `stream-idle`: no byte for longer than the idle deadline.
 * - `envelope-instead-of-stream`: a successful envelope on an address that must stream.
 * - `link-expired`: a download link that is no longer served.
 * - `address-refused`: a download address that must not be connected to.
 * - `aborted`: the caller, or the closing of the client, ended the call.
 */
export type ServiceErrorKind =
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
  | 'envelope-instead-of-stream'
  | 'link-expired'
  | 'address-refused'
  | 'aborted';

/**
 * Whether the request reached the service. `no`: surely no byte of it was written. `yes`: an answer began, so the
 * service has had the request (it may have applied it, unless it refused). `unknown`: written, or being written,
 * and no answer.
 */
export type Sent = 'no' | 'yes' | 'unknown';

/** A failed call as plain data: JSON in, JSON out, and never a credential, header, body or address with its query. */
export interface ServiceErrorData {
  kind: ServiceErrorKind;
  endpoint: EndpointName | 'download';
  sent: Sent;
  /**
   * `grant`: the call never went out because its token could not be granted; the other fields tell of that grant.
   * `stream`: the token was refused after text had come.
   */
  during?: 'grant' | 'stream';
  httpStatus?: number;
  /** The service's own code, other than 0. */
  code?: number;
  /** What the profile's code table says about `code`. */
  meaning?: FailureKind | 'unknown';
  /** The service's own words, at most 500 characters, without control characters and credentials. */
  msg?: string;
  /** From `Retry-After`, at most an hour. */
  retryAfterMs?: number;
  /** Our clock minus the service's: positive when ours is ahead. Stands on refused signatures. */
  clockOffsetMs?: number;
}

/** The only error that the client throws. Message and data may be shown, logged and stored as they are. */
export class ServiceError extends Error {
  readonly data: ServiceErrorData;

  constructor(message: string, data: ServiceErrorData) {
    super(message);
    this.name = 'ServiceError';
    this.data = data;
  }
}

type Facts = { [Key in keyof Omit<ServiceErrorData, 'kind' | 'endpoint'>]?: ServiceErrorData[Key] | undefined };

/** Makes the errors of one call; `sent` is `yes` unless said otherwise. */
export type Fail = (kind: ServiceErrorKind, sentence: string, facts?: Facts) => ServiceError;

/** Every text passes `clean`, so that no message carries a credential, whoever composed it. */
export function failuresOf(endpoint: ServiceErrorData['endpoint'], clean: (text: string) => string): Fail {
  return (kind, sentence, facts = {}) => {
    const data: Record<string, unknown> = { kind, endpoint, sent: 'yes' };
    for (const [name, value] of Object.entries(facts)) {
      if (value !== undefined) data[name] = name === 'msg' ? clean(value as string) : value;
    }
    return new ServiceError(`${endpoint}: ${clean(sentence)}`, data as unknown as ServiceErrorData);
  };
}
