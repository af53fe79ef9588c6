import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LENGTH = 32;

/**
 * Returns the secret that signs download links: random, one per data directory, readable only by its owner. It is
 * stored so that links survive a restart. Processes that start at the same time agree on one.
 */
export async function linkSecret(directory: string): Promise<Buffer> {
  const path = join(directory, 'link-secret');
  const existing = await readSecretFile(path);
  if (existing) return existing;
  const temporary = `${path}-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, randomBytes(LENGTH), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Unlike a rename, a hard link fails if another process has created the file first.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const secret = await readSecretFile(path);
  if (!secret) throw new Error(`${path} was deleted while it was being created`);
  return secret;
}

async function readSecretFile(path: string): Promise<Buffer | undefined> {
  try {
    const secret = await readFile(path);
    if (secret.length !== LENGTH)
      throw new Error(`${path} is corrupted. Delete it to create a new secret; existing links will stop working.`);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
