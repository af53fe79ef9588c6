import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LENGTH = 32;

/**
 * The secret that download links are signed with: random, one per data directory, readable by its owner alone.
 * Kept, because links must outlive a restart. Processes that start together agree on one.
 */
export async function linkSecret(directory: string): Promise<Buffer> {
  const path = join(directory, 'link-secret');
  const existing = await readSecretFile(path);
  if (existing) return existing;
  const temporary = `${path}-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, randomBytes(LENGTH), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Unlike a rename, a hard link refuses to replace what another process has put there first.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const secret = await readSecretFile(path);
  if (!secret) throw new Error(`${path} vanished while it was created`);
  return secret;
}

async function readSecretFile(path: string): Promise<Buffer | undefined> {
  try {
    const secret = await readFile(path);
    if (secret.length !== LENGTH) throw new Error(`${path} is damaged: remove it, and links handed out before end`);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
