import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../../base/io/s3-bucket';

const LENGTH = 32;
const NAME = 'link-secret';

/**
 * Returns the secret that signs download links: random, one per data directory, readable only by its owner. It is
 * stored so that links survive a restart. Processes that start at the same time agree on one.
 */
export async function linkSecret(directory: string): Promise<Buffer> {
  const path = join(directory, NAME);
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

/**
 * The same for services on several hosts, which all read the bucket: the first one puts its secret there, that of its
 * data directory if it has one, so that existing links stay valid.
 */
export async function linkSecretIn(bucket: Bucket, directory: string): Promise<Buffer> {
  const existing = await readSecretObject(bucket);
  if (existing) return existing;
  await bucket.putNew(NAME, (await readSecretFile(join(directory, NAME))) ?? randomBytes(LENGTH));
  const secret = await readSecretObject(bucket);
  if (!secret) throw new Error(`${NAME} was deleted from the bucket while it was being created`);
  return secret;
}

async function readSecretObject(bucket: Bucket): Promise<Buffer | undefined> {
  const body = await bucket.get(NAME);
  return body && requireLength(await buffer(body), `${NAME} in the bucket of server.files`);
}

function requireLength(secret: Buffer, path: string): Buffer {
  if (secret.length === LENGTH) return secret;
  throw new Error(`${path} is corrupted. Delete it to create a new secret; existing links will stop working.`);
}

async function readSecretFile(path: string): Promise<Buffer | undefined> {
  try {
    return requireLength(await readFile(path), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
