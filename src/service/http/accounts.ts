import { DEMO_ACCOUNT, isLoopback, readSecret, type Settings, SettingsError } from '../../config';

/** Anyone who has seen one signed request can test keys offline; a shorter key could be found that way. */
const SHORTEST_SECRET = 16;

/**
 * Returns secret keys by API key. The demo account is public knowledge, so it is allowed only on loopback.
 * @throws Error if demo credentials or a guessable secret key would be reachable from other hosts.
 */
export function readAccounts(
  server: Settings['server'],
  host: string,
  env: NodeJS.ProcessEnv = process.env,
): ReadonlyMap<string, string> {
  const accounts = new Map<string, string>();
  server.accounts.forEach((account, at) => {
    const key = `server.accounts[${at}].secretKey`;
    const secret = readSecret(account.secretKey, key, env);
    // On loopback, short keys still work for compatibility with older installations (see `shortSecrets`).
    if (isShort(secret) && !isLoopback(host) && secret !== DEMO_ACCOUNT.secretKey) {
      const sentence = `${key} (account ${account.apiKey}) must have ${SHORTEST_SECRET} characters or more on ${host}, which other hosts can reach. Create one with openssl rand -hex 32, and give it to the callers of this account.`;
      throw new SettingsError(undefined, [{ key, sentence }]);
    }
    accounts.set(account.apiKey, secret);
  });
  const usesDemo =
    server.demoAccount || [...accounts].some(([key, secret]) => isDemo(key) || secret === DEMO_ACCOUNT.secretKey);
  if (usesDemo && !isLoopback(host)) {
    throw new Error(
      `The service does not start on ${host} with the public demo credentials; ` +
        'set server.demoAccount to false and add accounts under server.accounts, or use a loopback address such as 127.0.0.1.',
    );
  }
  if (server.demoAccount) accounts.set(DEMO_ACCOUNT.apiKey, DEMO_ACCOUNT.secretKey);
  if (accounts.size === 0) {
    throw new Error('No account can call the service; add one under server.accounts.');
  }
  return accounts;
}

/** API keys of accounts whose secret key is too short for any address other than loopback. */
export function shortSecrets(accounts: ReadonlyMap<string, string>): string[] {
  return [...accounts].filter(([apiKey, secret]) => !isDemo(apiKey) && isShort(secret)).map(([apiKey]) => apiKey);
}

function isShort(secret: string): boolean {
  return secret.length < SHORTEST_SECRET;
}

function isDemo(apiKey: string): boolean {
  return apiKey === DEMO_ACCOUNT.apiKey;
}
