import type { FailureKind } from './profile';

/**
 * HTTP status of a refusal. Clients of this interface read the code of the envelope and expect HTTP 200 around it,
 * authentication included; other statuses stand only where HTTP itself has something to say.
 */
const HTTP_STATUS: Record<FailureKind, 200 | 429 | 500> = {
  authentication: 200,
  'token-expired': 200,
  signature: 200,
  quota: 200,
  'feature-off': 200,
  'generation-failed': 200,
  moderation: 200,
  'not-found': 200,
  template: 200,
  'enterprise-templates-off': 200,
  'queue-full': 200,
  'export-missing': 200,
  'invalid-request': 200,
  'not-served': 200,
  'rate-limit': 429,
  internal: 500,
};

/** A refusal. The kind says which code travels, the message tells the integrator what to fix and names the field. */
export class Refusal extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly httpStatus: number = HTTP_STATUS[kind],
    /** What HTTP wants to have beside the status, such as `Allow` of 405 and `Retry-After` of 429. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** A generation provider has failed, also after the retries within one request; a content job counts these. */
export class ProviderError extends Refusal {}

/** The request has a field that cannot be used; the message names the field. */
export function invalid(message: string): Refusal {
  return new Refusal('invalid-request', message);
}

/** The same answer for what does not exist and for what belongs to another user. */
export function notFound(
  what: 'task' | 'pro-layout task' | 'design' | 'ticket' | 'topic',
  field: string,
  value: string | number,
): Refusal {
  return new Refusal('not-found', `${field} ${value}: there is no such ${what}, or it belongs to another user`);
}
