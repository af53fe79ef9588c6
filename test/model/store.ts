import files from 'node:fs/promises';
import { sep } from 'node:path';
import type { Settings } from '../../src/config/settings';
import { documentDirectory } from '../../src/decks/documents/paths';

const { open } = files;
let left = 0;

/** The document store refuses the next writes of whichever deck, as a full disk does. */
export function refuseWrites(settings: Settings, times: number): void {
  left = times;
  const directory = documentDirectory(settings) + sep;
  files.open = async (path, flags, mode) => {
    if (left > 0 && flags === 'wx' && String(path).startsWith(directory)) {
      left -= 1;
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    return open(path, flags, mode);
  };
}
