import { randomBytes } from 'node:crypto';
import { BrowserSessions } from '../../base/edge/browser-sessions';
import { secretsMatch } from '../../base/io/secrets-match';
import { readSecret, type Settings, SettingsError } from '../../config';

const MIN_TOKEN_LENGTH = 16;

/** The person whom a token of the login's issuer names. */
export interface Bearer {
  name: string;
  subject: string;
  mayDecrypt: boolean;
}
/** Whether it has the form of a signed token (JWT). */
export const isSigned = (token = ''): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** What the Temporal UI sends of the person who uses it. The access token may be readable for the issuer only. */
export interface BearerTokens {
  access?: string | undefined;
  id?: string | undefined;
}
/** The person whom a token names, or why there is none. */
export type ReadBearer = (tokens: BearerTokens) => Promise<Bearer | { status: 401 | 403 | 503; refusal: string }>;

/** Access by token, for programs, or by a session after logging in with the token, for browsers. */
export interface Access {
  /** @param authorization the value of the `Authorization` header */
  allowsHeader(authorization: string | undefined): boolean;
  allowsToken(token: string): boolean;
  /** Whether there is a shared token. With a login, it can be left out. */
  hasToken: boolean;
  /** Reads tokens of the login's issuer, if there is one. */
  readBearer: ReadBearer | undefined;
  /** Sessions end after `session`, on logout, or when the token changes. */
  sessions: BrowserSessions;
}

/**
 * @param folder where ended sessions are recorded
 * @throws SettingsError if the token is short enough to guess, or missing where nothing else gives access
 */
export function openAccess(
  { token: reference, session }: Settings['encryption']['codecServer'],
  folder: string,
  readBearer: ReadBearer | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Access {
  const key = 'encryption.codecServer.token';
  const isLeftOut = readBearer !== undefined && reference.env !== undefined && !env[reference.env]?.trim();
  const token = isLeftOut ? undefined : readSecret(reference, key, env);
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    const sentence = `${key} must have at least ${MIN_TOKEN_LENGTH} characters. Generate one with: openssl rand -hex 16`;
    throw new SettingsError(undefined, [{ key, sentence }]);
  }
  const allowsToken = (given: string) => token !== undefined && secretsMatch(given, token);
  return {
    allowsToken,
    allowsHeader: (authorization = '') => /^Bearer /i.test(authorization) && allowsToken(authorization.slice(7).trim()),
    hasToken: token !== undefined,
    readBearer,
    sessions: new BrowserSessions(token ?? randomBytes(32), session, folder),
  };
}
