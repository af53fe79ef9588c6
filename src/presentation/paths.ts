import { resolve } from 'node:path';
import type { Settings } from '../config';

/** Where long texts lie; worker and command line must see the same folder. */
export function documentDirectory(settings: Settings): string {
  return resolve(settings.data.directory, settings.documents.directory);
}

/** Where a worker keeps the tokens it was granted, sealed with the secret key. */
export function tokenFile(settings: Settings): string {
  return resolve(settings.data.directory, 'tokens');
}
