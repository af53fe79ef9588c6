import { join } from 'node:path';
import { readSecret, type Settings } from '../../config';
import type { StoreAddress } from './database';

/**
 * Where the settings keep the rows.
 * @param directory of the service's own data.
 */
export function storeAddress(
  { kind, url }: Settings['server']['store'],
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): StoreAddress {
  if (kind === 'sqlite' || url === null) return { kind: 'sqlite', file: join(directory, 'service.db') };
  return { kind: 'postgres', url: readSecret(url, 'server.store.url', env) };
}
