import { readFileSync } from 'node:fs';
import { httpUrlOf } from '../io/address';
import { isLoopback } from '../io/loopback';
import type { SecretReference } from './fields';
import type { Settings } from './settings';
import { SettingsError } from './settings-error';

/** Known to everybody: accepted by the embedded service on loopback alone. */
export const DEMO_ACCOUNT = { apiKey: 'demo-access-key', secretKey: 'demo-secret-key' } as const;

/** The secret that a reference names; `key` is the dotted setting, for the sentence when there is none. */
export function readSecret(reference: SecretReference, key: string, env: NodeJS.ProcessEnv = process.env): string {
  const fail = (reason: string): never => {
    throw new SettingsError(undefined, [{ key, sentence: `${key} ${reason}.` }]);
  };
  if (reference.env !== undefined) {
    const value = env[reference.env]?.trim();
    return value || fail(`names the environment variable ${reference.env}, which is not set`);
  }
  const file = reference.file ?? '';
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(`names the file ${file}, which ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}`);
  }
  return content.trim() || fail(`names the file ${file}, which is empty`);
}

/** Where the service is called: `service.baseUrl`, or the embedded service of this machine. */
export function serviceBaseUrl(settings: Settings): string {
  if (settings.service.baseUrl !== null) return settings.service.baseUrl;
  const { host, port } = settings.server;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return httpUrlOf(reachable, port);
}

/**
 * The integrator's key pair. When neither half is set and the service is the embedded one with its demo account,
 * the demo pair is used; half a pair is always an error.
 */
export function serviceCredentials(
  settings: Settings,
  env: NodeJS.ProcessEnv = process.env,
): { apiKey: string; secretKey: string } {
  const { apiKey, secretKey } = settings.service;
  const unset = (reference: SecretReference) => reference.env !== undefined && !env[reference.env]?.trim();
  const onThisMachine = isLoopback(new URL(serviceBaseUrl(settings)).hostname);
  if (unset(apiKey) && unset(secretKey) && onThisMachine && settings.server.demoAccount) return { ...DEMO_ACCOUNT };
  return {
    apiKey: readSecret(apiKey, 'service.apiKey', env),
    secretKey: readSecret(secretKey, 'service.secretKey', env),
  };
}
