import { resolve } from 'node:path';
import type { Settings } from '../config';

/** Where long texts lie; worker and command line must see the same folder. */
export function documentDirectory(settings: Settings): string {
  return resolve(settings.data.directory, settings.documents.directory);
}
