import type { Context } from 'hono';
import { clientAddress } from '../../base/edge/client-address';
import { WrongSecrets } from '../../base/edge/wrong-secrets';
import { secretsMatch } from '../../base/io/secrets-match';
import { isLoopback, SettingsError } from '../../config';
import { ServiceError } from '../../contract/service-error';

const ADMIN_KEY_HEADER = 'x-admin-key';

/** The variable with which `deck dev` and `deck service` open the test controls. */
const TEST_CONTROLS_KEY = 'DECK_TEST_CONTROLS_KEY';

const SHORTEST_KEY = 32;

/** @throws SettingsError for a key that is too short, and for a host that other hosts can reach */
export function requireUsableKey(key: string, host: string): void {
  const refuse = (sentence: string): never => {
    throw new SettingsError(undefined, [{ key: TEST_CONTROLS_KEY, sentence }]);
  };
  if (key.length < SHORTEST_KEY)
    refuse(`${TEST_CONTROLS_KEY} must have ${SHORTEST_KEY} characters or more; create one with openssl rand -hex 16.`);
  if (!isLoopback(host))
    refuse(
      `${TEST_CONTROLS_KEY} is set, but test controls are only for a loopback address, and the service listens on ` +
        `${host}; remove the variable, or set server.host to 127.0.0.1.`,
    );
}

/** Checks the key of each administrative call and slows down guessing. */
export class AdminKey {
  readonly #wrong = new WrongSecrets();

  constructor(private readonly key: string) {}

  /**
   * @throws ServiceError with HTTP 401 or 429: the administration is not part of the interface, so it need not respond with
   * 200
   */
  check(c: Context): void {
    const given = c.req.header(ADMIN_KEY_HEADER);
    const refuse = (message: string) => new ServiceError('authentication', message, 401);
    if (given === undefined) throw refuse(`${ADMIN_KEY_HEADER} is missing`);
    const address = clientAddress(c, null);
    const seconds = this.#wrong.secondsToWait(address);
    if (seconds > 0) {
      const message = `too many wrong keys; try again in ${seconds} s`;
      throw new ServiceError('rate-limit', message, 429, { 'retry-after': String(seconds) });
    }
    const right = secretsMatch(given.trim(), this.key);
    this.#wrong.note(address, right);
    if (!right) throw refuse(`${ADMIN_KEY_HEADER} does not match the key of the test controls`);
  }
}
