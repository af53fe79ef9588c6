import { join } from 'node:path';
import type { Settings } from '../../config';

/** The directory of long texts; worker and CLI must use the same one. */
export function documentDirectory(settings: Settings): string {
  return join(settings.data.directory, 'documents');
}
