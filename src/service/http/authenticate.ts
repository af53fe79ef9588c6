import { type Endpoint, headers, verifySignature } from '../../contract';
import { ServiceError } from '../../contract/service-error';
import type { Caller } from '../context/caller';
import type { Services } from '../context/services';
import { findToken, type Grant } from '../store/credentials';

/** The parts of a request that authentication needs. */
export interface Credentials {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

export function authenticate(services: Services, endpoint: Endpoint, request: Credentials): Caller | Promise<Caller> {
  return endpoint.auth === 'signature' ? bySignature(services, request) : byToken(services, request);
}

/** Header set S. The path is signed with a trailing slash, even if it was called without. */
function bySignature({ accounts, settings, now, testing }: Services, request: Credentials): Caller {
  const refuse = (message: string) => new ServiceError('signature', message);
  const apiKey = request.header(headers.apiKey)?.trim();
  if (!apiKey) throw refuse(`${headers.apiKey} is missing`);
  const timestamp = checkedTimestamp(request.header(headers.timestamp)?.trim(), refuse);
  const signature = request.header(headers.signature)?.trim();
  if (!signature) throw refuse(`${headers.signature} is missing`);
  const secretKeys = accounts.get(apiKey);
  if (secretKeys === undefined) throw refuse(`${headers.apiKey} is not an account of this service`);
  const signed = { method: request.method, path: request.path, timestamp };
  if (!secretKeys.some((secretKey) => verifySignature(secretKey, signed, signature))) {
    throw refuse(
      `${headers.signature} does not match: sign <METHOD>@<PATH>@<TIMESTAMP> with HMAC-SHA1 and your secret key; ` +
        `the path ends with a slash and the timestamp equals ${headers.timestamp}`,
    );
  }
  // Checked after the signature, so that only holders of the secret key learn the clock difference.
  const skewMs = (testing?.signatureNow() ?? now()) - timestamp * 1000;
  if (Math.abs(skewMs) > settings.signatureSkew) {
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    const direction = skewMs > 0 ? 'old' : 'ahead';
    throw refuse(
      `${headers.timestamp} is ${seconds} s ${direction}; at most ${settings.signatureSkew / 1000} s are allowed: ` +
        'set the clock, and compute a new signature for every request',
    );
  }
  return { kind: 'integrator', apiKey };
}

function checkedTimestamp(text: string | undefined, refuse: (message: string) => ServiceError): number {
  if (!text) throw refuse(`${headers.timestamp} is missing`);
  if (/^\d{13}$/.test(text)) throw refuse(`${headers.timestamp} is in milliseconds; send whole seconds`);
  // The text is what was signed, so each number must have exactly one spelling: no leading zeros.
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw refuse(`${headers.timestamp} must be whole seconds since 1970, such as 1700000000`);
  return Number(text);
}

/** Header set A: key, channel and token must belong to the same account and user. */
function byToken({ accounts, db, now }: Services, request: Credentials): Caller | Promise<Caller> {
  const refuse = (message: string) => new ServiceError('authentication', message);
  const apiKey = request.header(headers.apiKey)?.trim();
  if (!apiKey) throw refuse(`${headers.apiKey} is missing`);
  const token = request.header(headers.token)?.trim();
  if (!token) throw refuse(`${headers.token} is missing: grant one at /api/grant/token/`);
  if (!accounts.has(apiKey)) throw refuse(`${headers.apiKey} is not an account of this service`);
  const callerOf = (grant: Grant | undefined): Caller => {
    // Unknown tokens and tokens of other accounts get the same message, which must not reveal the existing tokens.
    if (!grant || grant.user.apiKey !== apiKey) throw refuse(`${headers.token} is not valid: grant a new one`);
    if (grant.user.channel !== (request.header(headers.channel)?.trim() ?? '')) {
      throw refuse(`${headers.channel} is not the channel of this token`);
    }
    if (grant.expiresAt <= now())
      throw new ServiceError('token-expired', `${headers.token} has expired: grant a new one`);
    return { kind: 'user', user: grant.user };
  };
  const grant = findToken(db, token);
  return grant instanceof Promise ? grant.then(callerOf) : callerOf(grant);
}
