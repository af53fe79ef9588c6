import { DEMO_ACCOUNT, isLoopback, readSecret, type Settings } from '../config';

/**
 * Secret keys by api key. The demo account is known to everybody, so it exists on loopback alone.
 * @throws Error with one sentence when demo credentials would be reachable from other machines.
 */
export function readAccounts(
  server: Settings['server'],
  host: string,
  env: NodeJS.ProcessEnv = process.env,
): ReadonlyMap<string, string> {
  const accounts = new Map<string, string>();
  server.accounts.forEach((account, at) => {
    accounts.set(account.apiKey, readSecret(account.secretKey, `server.accounts[${at}].secretKey`, env));
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

function isDemo(apiKey: string): boolean {
  return apiKey === DEMO_ACCOUNT.apiKey;
}
