import { Client } from 'minio';
import { type FileStore, isFileKey, pathOfKey } from './file-store';

export interface S3Options {
  /** `https://host:port` of the S3-compatible service. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Put before every key, so that a bucket can be shared; without slashes at its ends. */
  prefix: string;
}

/**
 * Files in a bucket, for services that run on several machines. The bucket exists and is private: downloads go through
 * the service, which checks their links.
 * @throws Error with one sentence when the bucket cannot be reached.
 */
export async function createS3Store(options: S3Options): Promise<FileStore> {
  const { endpoint, bucket, region, accessKey, secretKey } = options;
  const url = new URL(endpoint);
  const useSSL = url.protocol === 'https:';
  const port = url.port === '' ? (useSSL ? 443 : 80) : Number(url.port);
  const client = new Client({ endPoint: url.hostname, port, useSSL, region, accessKey, secretKey, pathStyle: true });
  await requireBucket(client, bucket, endpoint);
  const root = options.prefix === '' ? '' : `${options.prefix}/`;
  const nameOf = (key: string) => `${root}${pathOfKey(key)}`;

  return {
    async write(key, bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await client.putObject(bucket, nameOf(key), buffer, buffer.length);
    },
    read: (key) => client.getObject(bucket, nameOf(key)),
    remove: (key) => client.removeObject(bucket, nameOf(key)),
    async *olderThan(ms) {
      const until = Date.now() - ms;
      for await (const item of client.listObjectsV2(bucket, root, true)) {
        const key = String(item.name ?? '')
          .split('/')
          .at(-1)!;
        if (!isFileKey(key)) continue;
        if (item.lastModified !== undefined && new Date(item.lastModified).getTime() <= until) yield key;
      }
    },
  };
}

async function requireBucket(client: Client, bucket: string, endpoint: string): Promise<void> {
  const exists = await client.bucketExists(bucket).catch((error: Error) => {
    throw new Error(`the file store at ${endpoint} cannot be used: ${error.message}; check server.files.`);
  });
  if (!exists)
    throw new Error(`the bucket ${bucket} does not exist at ${endpoint}; make it, or set server.files.bucket.`);
}
