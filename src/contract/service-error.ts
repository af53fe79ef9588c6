import { Refusal } from '../base/threads/refusal';
import { type FailureKind, failureKinds } from './profile';

/**
 * HTTP status of a refusal. Clients of this interface expect HTTP 200 and read the envelope's code, even for
 * authentication. Other statuses are used only where HTTP itself defines the meaning.
 */
const HTTP_STATUS: { readonly [Kind in FailureKind]?: number } = { 'rate-limit': 429, internal: 500 };

/** A refusal. Its kind determines the code; its message names the field and tells the caller what to fix. */
export class ServiceError extends Refusal {
  override readonly name: string = 'ServiceError';

  constructor(
    override readonly kind: FailureKind,
    message: string,
    readonly httpStatus: number = HTTP_STATUS[kind] ?? 200,
    /** Additional response headers, such as `Allow` for 405 and `Retry-After` for 429. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(kind, message);
  }
}

/** A generation provider failed, even after the retries within one request. Content jobs count these. */
export class ProviderError extends ServiceError {}

/** Creates a refusal for an invalid field; the message must name the field. */
export function invalid(message: string): ServiceError {
  return new ServiceError('invalid-request', message);
}

/** Creates the same refusal for a missing resource and for another user's, so that it reveals nothing. */
export function notFound(
  what: 'task' | 'pro-layout task' | 'design' | 'ticket' | 'topic',
  field: string,
  value: string | number,
): ServiceError {
  return new ServiceError('not-found', `${field} ${value}: this ${what} does not exist or belongs to another user`);
}

/** What a refusal of the threads and of the slides means to a caller, with its HTTP status where that is another one. */
const REFUSALS: Readonly<Record<string, [FailureKind, number?]>> = {
  busy: ['rate-limit', 503],
  'queue-full': ['rate-limit'],
  invalid: ['invalid-request'],
  'too-large': ['invalid-request', 413],
  template: ['template'],
  'too-much-work': ['generation-failed'],
};

/** A refusal as this service answers it; any other error as it is. */
export function asServiceError(error: unknown): unknown {
  if (!(error instanceof Refusal) || error instanceof ServiceError) return error;
  const [kind, httpStatus] = REFUSALS[error.kind] ?? [];
  if (kind !== undefined) return new ServiceError(kind, error.message, httpStatus);
  return isKind(error.kind) ? new ServiceError(error.kind, error.message) : error;
}

const isKind = (kind: string): kind is FailureKind => (failureKinds as readonly string[]).includes(kind);
