import { openBucket, type S3Options } from '../../base/io/s3-bucket';
import { type FileStore, isFileKey, MissingFile, pathOfKey } from './file-store';

/**
 * Files in a bucket, for services that run on several hosts. Downloads go through the service, which checks their links.
 * @throws Error when the bucket cannot be reached.
 */
export async function createS3Store(options: S3Options): Promise<FileStore> {
  const bucket = await openBucket(options);
  return {
    write: (key, bytes) => bucket.put(pathOfKey(key), bytes),
    async read(key) {
      const body = await bucket.get(pathOfKey(key));
      if (body === undefined) throw new MissingFile(key);
      return body;
    },
    remove: (key) => bucket.remove(pathOfKey(key)),
    async *olderThan(ms) {
      const until = Date.now() - ms;
      for await (const { name, at } of bucket.list()) {
        const key = name.split('/').at(-1)!;
        if (isFileKey(key) && at <= until) yield key;
      }
    },
  };
}
