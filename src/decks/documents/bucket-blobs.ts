import { buffer } from 'node:stream/consumers';
import { type EncryptionKeys, plainRefused, type Sealed, seal, unseal } from '../../base/io/encryption';
import type { Bucket, S3Options } from '../../base/io/s3-bucket';
import type { Blobs } from './document-store';

/** Encrypted documents begin with this, the length of the key ID (1 byte) and the key ID. */
const MAGIC = Buffer.from('\0deck-encrypted\n');
const DOCUMENT: Sealed = { what: 'document', label: 'deck/document' };

/** Encrypts documents with the keys for payloads if there are any. */
export const encryptedBlobs = (blobs: Blobs, keys: EncryptionKeys): Blobs => ({
  ...blobs,
  write: (name, bytes) => blobs.write(name, encrypted(bytes, keys)),
  async read(name) {
    const bytes = await blobs.read(name);
    return bytes && decrypted(bytes, keys);
  },
});

/**
 * Documents in a bucket. Their names are hashes of the text, so someone who can list the bucket can tell whether it holds a
 * text that they know.
 */
export function bucketBlobs(options: S3Options): Blobs {
  let opening: Promise<Bucket> | undefined;
  const bucket = () => {
    opening ??= open(options);
    // The next document tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    place: `the bucket ${options.bucket} at ${options.endpoint}`,
    async write(name, bytes) {
      await (await bucket()).put(name, bytes);
    },
    async read(name) {
      const body = await (await bucket()).get(name);
      return body === undefined ? undefined : await buffer(body);
    },
    async *list(prefix) {
      yield* (await bucket()).list(prefix);
    },
    async remove(name) {
      await (await bucket()).remove(name);
    },
  };
}

/** The S3 library is loaded only if it is used. */
async function open(options: S3Options): Promise<Bucket> {
  const { openBucket } = await import('../../base/io/s3-bucket.js');
  return openBucket(options);
}

function encrypted(bytes: Uint8Array, keys: EncryptionKeys): Uint8Array {
  const { currentKey } = keys;
  if (currentKey === null) return bytes;
  const id = Buffer.from(currentKey);
  return Buffer.concat([MAGIC, Buffer.of(id.length), id, seal(bytes, currentKey, keys, DOCUMENT)]);
}

function decrypted(bytes: Buffer, keys: EncryptionKeys): Buffer {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (keys.plainPayloads === 'refuse') throw plainRefused(DOCUMENT);
    return bytes;
  }
  const start = MAGIC.length + 1;
  const end = start + (bytes[MAGIC.length] ?? 0);
  return unseal(bytes.subarray(end), bytes.subarray(start, end).toString('utf8'), keys, DOCUMENT);
}
