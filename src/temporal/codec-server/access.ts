import { BrowserSessions } from '../../base/edge/browser-sessions';
import { secretsMatch } from '../../base/io/secrets-match';
import { readSecret, type Settings, SettingsError } from '../../config';

const MIN_TOKEN_LENGTH = 16;

/** Access by token, for programs, or by a session after logging in with the token, for browsers. */
export interface Access {
  /** @param authorization the value of the `Authorization` header */
  allowsHeader(authorization: string | undefined): boolean;
  allowsToken(token: string): boolean;
  /** Sessions end after `session`, on logout, or when the token changes. */
  sessions: BrowserSessions;
}

/**
 * @param folder where ended sessions are recorded
 * @throws SettingsError if the token is missing or short enough to guess
 */
export function openAccess(
  { token: reference, session }: Settings['encryption']['codecServer'],
  folder: string,
  env?: NodeJS.ProcessEnv,
): Access {
  const key = 'encryption.codecServer.token';
  const token = readSecret(reference, key, env);
  if (token.length < MIN_TOKEN_LENGTH) {
    const sentence = `${key} must have at least ${MIN_TOKEN_LENGTH} characters. Generate one with: openssl rand -hex 16`;
    throw new SettingsError(undefined, [{ key, sentence }]);
  }
  const allowsToken = (given: string) => secretsMatch(given, token);
  return {
    allowsToken,
    allowsHeader: (authorization = '') => /^Bearer /i.test(authorization) && allowsToken(authorization.slice(7).trim()),
    sessions: new BrowserSessions(token, session, folder),
  };
}
