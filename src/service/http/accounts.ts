import { DEMO_ACCOUNT, isLoopback, readSecret, type Settings, SettingsError } from '../../config';
import type { Accounts } from '../context/services';

/** Anyone who has seen one signed request can test keys offline; a shorter key could be found that way. */
const SHORTEST_SECRET = 16;

/**
 * Returns the accounts of the settings. The demo account is public knowledge, so it is allowed only on loopback.
 * @throws Error if demo credentials or a guessable secret key would be reachable from other hosts.
 */
export function readAccounts(server: Settings['server'], host: string, env: NodeJS.ProcessEnv = process.env): Accounts {
  const accounts = new Map<string, string[]>();
  server.accounts.forEach((account, at) => {
    const secrets = (['secretKey', 'formerSecretKey'] as const).flatMap((name) => {
      const reference = account[name];
      if (reference === undefined) return [];
      const key = `server.accounts[${at}].${name}`;
      const secret = readSecret(reference, key, env);
      // On loopback, a short key only causes a warning (see `shortSecrets`).
      if (isShort(secret) && !isLoopback(host) && secret !== DEMO_ACCOUNT.secretKey) {
        const sentence = `${key} (account ${account.apiKey}) must have ${SHORTEST_SECRET} characters or more on ${host}, which other hosts can reach. Create one with openssl rand -hex 32, and give it to the callers of this account.`;
        throw new SettingsError(undefined, [{ key, sentence }]);
      }
      return [secret];
    });
    accounts.set(account.apiKey, secrets);
  });
  const usesDemo =
    server.demoAccount ||
    [...accounts].some(([key, secrets]) => isDemo(key) || secrets.includes(DEMO_ACCOUNT.secretKey));
  if (usesDemo && !isLoopback(host)) {
    throw new Error(
      `The service does not start on ${host} with the public demo credentials; ` +
        'set server.demoAccount to false and add accounts under server.accounts, or use a loopback address such as 127.0.0.1.',
    );
  }
  if (server.demoAccount) accounts.set(DEMO_ACCOUNT.apiKey, [DEMO_ACCOUNT.secretKey]);
  if (accounts.size === 0) {
    throw new Error('No account can call the service; add one under server.accounts.');
  }
  return accounts;
}

/** API keys of accounts whose secret key is too short for any address other than loopback. */
export function shortSecrets(accounts: Accounts): string[] {
  return [...accounts]
    .filter(([apiKey, secrets]) => !isDemo(apiKey) && secrets.some(isShort))
    .map(([apiKey]) => apiKey);
}

function isShort(secret: string): boolean {
  return secret.length < SHORTEST_SECRET;
}

function isDemo(apiKey: string): boolean {
  return apiKey === DEMO_ACCOUNT.apiKey;
}
