import { readSecret, type Settings, SettingsError } from '../config';
import { BrowserSessions } from '../edge/browser-sessions';
import { secretsMatch } from '../io/secrets-match';

const SHORTEST_TOKEN = 16;

/** Who may have payloads decrypted: whoever knows the token, and whoever logged in with it. */
export interface Access {
  /** The value of an `Authorization` header. */
  allowsHeader(authorization: string | undefined): boolean;
  allowsToken(token: string): boolean;
  /** What a browser keeps after the login; worth nothing after `session`, after the logout, or under another token. */
  sessions: BrowserSessions;
}

/**
 * @param folder where sessions that were logged out are written down
 * @throws SettingsError when there is no token, or one that could be guessed
 */
export function openAccess(
  { token: reference, session }: Settings['encryption']['codecServer'],
  folder: string,
  env?: NodeJS.ProcessEnv,
): Access {
  const key = 'encryption.codecServer.token';
  const token = readSecret(reference, key, env);
  if (token.length < SHORTEST_TOKEN) {
    const sentence = `${key} must name a text of ${SHORTEST_TOKEN} characters or more (openssl rand -hex 16 makes one).`;
    throw new SettingsError(undefined, [{ key, sentence }]);
  }
  const allowsToken = (given: string) => secretsMatch(given, token);
  return {
    allowsToken,
    allowsHeader: (authorization = '') => /^Bearer /i.test(authorization) && allowsToken(authorization.slice(7).trim()),
    sessions: new BrowserSessions(token, session, folder),
  };
}
