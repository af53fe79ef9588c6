import { join } from 'node:path';
import { readSecret, type Settings } from '../../config';
import type { StoreAddress } from './database';

/**
 * The store address from the settings.
 * @param directory the service's data directory.
 */
export function storeAddress(
  { kind, url }: Settings['server']['store'],
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): StoreAddress {
  if (kind === 'sqlite' || url === null) return { kind: 'sqlite', file: join(directory, 'service.db') };
  return { kind: 'postgres', url: readSecret(url, 'server.store.url', env) };
}
