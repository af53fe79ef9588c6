import { createHmac } from 'node:crypto';
import { readSecret, type Settings, SettingsError } from '../config';
import { isSameSecret } from '../same-secret';

const SHORTEST_TOKEN = 16;

/** Who may have payloads decrypted: whoever knows the token, and whoever logged in with it. */
export interface Access {
  /** The value of an `Authorization` header. */
  allowsHeader(authorization: string | undefined): boolean;
  allowsToken(token: string): boolean;
  /** What a browser keeps after the login; it is worth nothing after `session`, or under another token. */
  openSession(): string;
  allowsSession(session: string | undefined): boolean;
}

/** @throws SettingsError when there is no token, or one that could be guessed */
export function openAccess(
  { token: reference, session }: Settings['encryption']['codecServer'],
  env?: NodeJS.ProcessEnv,
  now: () => number = Date.now,
): Access {
  const key = 'encryption.codecServer.token';
  const token = readSecret(reference, key, env);
  if (token.length < SHORTEST_TOKEN) {
    const sentence = `${key} must name a text of ${SHORTEST_TOKEN} characters or more (openssl rand -hex 16 makes one).`;
    throw new SettingsError(undefined, [{ key, sentence }]);
  }
  const signed = (expires: string) => createHmac('sha256', token).update(`session ${expires}`).digest('base64url');
  const allowsToken = (given: string) => isSameSecret(given, token);
  return {
    allowsToken,
    allowsHeader: (authorization = '') => /^Bearer /i.test(authorization) && allowsToken(authorization.slice(7).trim()),
    openSession() {
      const expires = String(now() + session);
      return `${expires}.${signed(expires)}`;
    },
    allowsSession(given = '') {
      const [expires = '', signature = ''] = given.split('.');
      return isSameSecret(signature, signed(expires)) && Number(expires) > now();
    },
  };
}
