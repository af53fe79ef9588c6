import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { keptBytes } from '../../base/io/kept-secret';
import type { Bucket } from '../../base/io/s3-bucket';

const LENGTH = 32;
const NAME = 'link-secret';

/**
 * Returns the secret that signs download links: random, one per data directory, readable only by its owner. It is
 * stored so that links survive a restart. Processes that start at the same time agree on one.
 */
export function linkSecret(directory: string): Buffer {
  const path = join(directory, NAME);
  return requireLength(
    keptBytes(path, () => randomBytes(LENGTH)),
    path,
  );
}

/**
 * The same for services on several hosts, which all read the bucket: the first one puts its secret there, that of its
 * data directory if it has one, so that existing links stay valid.
 */
export async function linkSecretIn(bucket: Bucket, directory: string): Promise<Buffer> {
  const existing = await readSecretObject(bucket);
  if (existing) return existing;
  await bucket.putNew(NAME, existsSync(join(directory, NAME)) ? linkSecret(directory) : randomBytes(LENGTH));
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
