import type { JWTPayload } from 'jose';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import { type Bearer, isSigned, type ReadBearer } from '../temporal/codec-server/access';
import { ISSUER_TIMEOUT_S, Issuer, isUnreachable } from './issuer';
import { NoName, personIn, roleOf } from './person';
import { scopesOf } from './scopes';

/** Of two clocks, in seconds. */
const SKEW_S = 30;

/**
 * Reads tokens of the login's issuer, for the codec server: signature, issuer, audience and expiry are verified, and the
 * person has the role of the web app. Undefined without an issuer.
 */
export function issuedTokens({ reviewServer, encryption }: Settings, log: Logger): ReadBearer | undefined {
  const { login } = reviewServer;
  if (login.issuer === null) return undefined;
  const audience = encryption.codecServer.audience ?? login.clientId;
  const issuer = new Issuer(login);
  let known: { address: string; verify(token: string): Promise<JWTPayload> } | undefined;

  async function verify(token: string): Promise<JWTPayload> {
    const { issuer: name, jwks_uri: address = '' } = (await issuer.read()).serverMetadata();
    const { createRemoteJWKSet, jwtVerify } = await import('jose');
    if (known?.address !== address) {
      const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: ISSUER_TIMEOUT_S * 1000 });
      const rules = { issuer: name, audience, clockTolerance: SKEW_S, requiredClaims: ['sub', 'exp'] };
      known = { address, verify: async (each) => (await jwtVerify(each, keys, rules)).payload };
    }
    return known.verify(token);
  }

  async function bearerOf(token: string, access = token): Promise<Bearer> {
    const claims = await verify(token);
    const isWhole = [login.nameClaim, login.groupsClaim].every((claim) => claims[claim] !== undefined);
    // Many tokens have only the subject.
    const more = isWhole ? {} : await issuer.userInfo(access, claims.sub!).catch(() => undefined);
    const person = personIn({ ...more, ...claims }, login);
    const role = roleOf(person, login.roles);
    const { name, subject } = person;
    return { name, subject, mayDecrypt: role !== undefined && scopesOf(role).has('decks:operate') };
  }

  return async ({ access, id }) => {
    let last: unknown;
    for (const token of [access, id].filter(isSigned)) {
      try {
        return await bearerOf(token!, access);
      } catch (error) {
        last = error;
      }
    }
    const { message } = last as Error;
    log.warn({ reason: message }, 'a token of the issuer was refused');
    if (isUnreachable(last)) return { status: 503, refusal: 'The issuer of the login does not respond.' };
    if (last instanceof NoName) return { status: 403, refusal: `No name: ${message}.` };
    return { status: 401, refusal: `The token is not valid: ${message}.` };
  };
}
