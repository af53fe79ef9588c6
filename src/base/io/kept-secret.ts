import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A random secret in a file that only its owner can read. */
export const keptSecret = (path: string): string =>
  keptBytes(path, () => `${randomBytes(32).toString('base64url')}\n`)
    .toString('utf8')
    .trim();

/** The content of a file; if it is missing, it is made. Processes that start at the same time use the same one. */
export function keptBytes(path: string, make: () => string | Uint8Array): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a hard link fails if another process has created the file first.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}
