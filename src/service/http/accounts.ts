import { DEMO_ACCOUNT, isLoopback, readSecret, type Settings, SettingsError } from '../../config';

/** Signatures can be tried offline by whoever has seen one request: a shorter secret key could be found that way. */
const SHORTEST_SECRET = 16;

/**
 * Secret keys by api key. The demo account is known to everybody, so it exists on loopback alone.
 * @throws Error with one sentence when demo credentials, or a secret key that can be guessed, would be reachable from
 * other machines.
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
    // On this machine alone a short one is not reachable: an installation from before this rule goes on (shortSecrets).
    if (isShort(secret) && !isLoopback(host) && secret !== DEMO_ACCOUNT.secretKey) {
      const sentence = `${key} (account ${account.apiKey}) must have ${SHORTEST_SECRET} characters or more on ${host}, which other machines reach; make one with openssl rand -hex 32, and give it to the callers of this account.`;
      throw new SettingsError(undefined, [{ key, sentence }]);
    }
    accounts.set(account.apiKey, secret);
  });
  const usesDemo =
    server.demoAccount || [...accounts].some(([key, secret]) => isDemo(key) || secret === DEMO_ACCOUNT.secretKey);
  if (usesDemo && !isLoopback(host)) {
    throw new Error(
      `The service does not start on ${host} with the demo credentials, which everybody knows; ` +
        'set server.demoAccount to false and name accounts of your own, or use a loopback address such as 127.0.0.1.',
    );
  }
  if (server.demoAccount) accounts.set(DEMO_ACCOUNT.apiKey, DEMO_ACCOUNT.secretKey);
  if (accounts.size === 0) {
    throw new Error('The service has no account that could call it; name one under server.accounts.');
  }
  return accounts;
}

/** The api keys of accounts whose secret key is too short for any other address than this machine's. */
export function shortSecrets(accounts: ReadonlyMap<string, string>): string[] {
  return [...accounts].filter(([apiKey, secret]) => !isDemo(apiKey) && isShort(secret)).map(([apiKey]) => apiKey);
}

function isShort(secret: string): boolean {
  return secret.length < SHORTEST_SECRET;
}

function isDemo(apiKey: string): boolean {
  return apiKey === DEMO_ACCOUNT.apiKey;
}
