import type { Context } from 'hono';
import { isLoopback, readSecret, type Settings, SettingsError } from '../../config';
import { ServiceError } from '../../contract/service-error';
import { clientAddress } from '../../edge/client-address';
import { WrongSecrets } from '../../edge/wrong-secrets';
import { secretsMatch } from '../../io/secrets-match';

export const ADMIN_KEY_HEADER = 'x-admin-key';

const SHORTEST_KEY = 32;

/**
 * Reads the administration key; undefined unless the administration is enabled.
 * @param host the host that the service listens on
 * @throws SettingsError for a key that is missing or too short, and for a host that is reachable from outside unless
 * the
 * settings allow it
 */
export function readAdminKey(
  { enabled, key, offLoopback }: Settings['server']['admin'],
  host: string,
  env?: NodeJS.ProcessEnv,
): string | undefined {
  if (!enabled) return undefined;
  const refuse = (setting: string, reason: string): never => {
    throw new SettingsError(undefined, [{ key: setting, sentence: `${setting} ${reason}.` }]);
  };
  const secret = readSecret(key, 'server.admin.key', env);
  if (secret.length < SHORTEST_KEY) {
    refuse('server.admin.key', `must have ${SHORTEST_KEY} characters or more; create one with openssl rand -hex 16`);
  }
  if (!isLoopback(host) && !offLoopback) {
    refuse(
      'server.admin.offLoopback',
      `must be true to enable the administration on ${host}, where other hosts can try keys; ` +
        'set it, set server.admin.enabled to false, or set server.host to 127.0.0.1',
    );
  }
  return secret;
}

/** Checks the key of each administrative call and slows down guessing. */
export class AdminKey {
  readonly #wrong = new WrongSecrets();

  constructor(
    private readonly key: string,
    private readonly clientAddressHeader: string | null,
  ) {}

  /**
   * @throws ServiceError with HTTP 401 or 429: the administration is not part of the interface, so it need not respond with
   * 200
   */
  check(c: Context): void {
    const given = c.req.header(ADMIN_KEY_HEADER);
    const refuse = (message: string) => new ServiceError('authentication', message, 401);
    if (given === undefined) throw refuse(`${ADMIN_KEY_HEADER} is missing`);
    const address = clientAddress(c, this.clientAddressHeader);
    const seconds = this.#wrong.secondsToWait(address);
    if (seconds > 0) {
      const message = `too many wrong keys; try again in ${seconds} s`;
      throw new ServiceError('rate-limit', message, 429, { 'retry-after': String(seconds) });
    }
    const right = secretsMatch(given.trim(), this.key);
    this.#wrong.note(address, right);
    if (!right) throw refuse(`${ADMIN_KEY_HEADER} does not match server.admin.key`);
  }
}
