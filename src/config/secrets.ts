import { readFileSync } from 'node:fs';
import { httpUrlOf } from '../base/io/address';
import { isLoopback } from '../base/io/loopback';
import { readFailure } from '../base/io/read-failure';
import type { SecretReference } from './fields';
import type { Settings } from './settings';
import { SettingsError } from './settings-error';

/** Public, so the embedded service accepts it only on a loopback address. */
export const DEMO_ACCOUNT = { apiKey: 'demo-access-key', secretKey: 'demo-secret-key' } as const;

/** Reads the secret that a reference names. @param key dotted setting, for the error message */
export function readSecret(reference: SecretReference, key: string, env: NodeJS.ProcessEnv = process.env): string {
  const fail = (reason: string): never => {
    throw new SettingsError(undefined, [{ key, sentence: `${key} ${reason}.` }]);
  };
  if (reference.env !== undefined) {
    const value = env[reference.env]?.trim();
    return value || fail(`uses the environment variable ${reference.env}, which is not set`);
  }
  const file = reference.file ?? '';
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    return fail(`uses the file ${file}, which ${readFailure(error)}`);
  }
  return content.trim() || fail(`uses the file ${file}, which is empty`);
}

/** Whether the service is the embedded one, or is known to be the same at another address. */
export const isOwnService = ({ service: { baseUrl, keepsImages } }: Settings) => keepsImages ?? baseUrl === null;

/** URL of the generation service: `service.baseUrl` or the embedded service on this host. */
export function serviceBaseUrl(settings: Settings): string {
  if (settings.service.baseUrl !== null) return settings.service.baseUrl;
  const { host, port } = settings.server;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return httpUrlOf(reachable, port);
}

/**
 * The key pair of the account. If both keys are unset and the service runs on this host with the demo account, the demo pair
 * is used. A single key is always an error.
 */
export function serviceCredentials(
  settings: Settings,
  env: NodeJS.ProcessEnv = process.env,
): { apiKey: string; secretKey: string } {
  const { apiKey, secretKey } = settings.service;
  const unset = (reference: SecretReference) => reference.env !== undefined && !env[reference.env]?.trim();
  const onThisHost = isLoopback(new URL(serviceBaseUrl(settings)).hostname);
  if (unset(apiKey) && unset(secretKey) && onThisHost && settings.server.demoAccount) return { ...DEMO_ACCOUNT };
  return {
    apiKey: readSecret(apiKey, 'service.apiKey', env),
    secretKey: readSecret(secretKey, 'service.secretKey', env),
  };
}
