import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file atomically, even if the host crashes. Only the owner can read it. Missing directories are created.
 * @param draft path for the bytes until they are complete, on the same disk
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
