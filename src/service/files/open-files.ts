import { join } from 'node:path';
import { readSecret, type Settings } from '../../config';
import { createDirectoryStore } from './directory-store';
import type { FileStore } from './file-store';

/** The file store that `server.files` names; a directory lies below the service's own. */
export async function openFiles(
  files: Settings['server']['files'],
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FileStore> {
  if (files.kind === 'directory') return createDirectoryStore(join(directory, 'files'));
  // The library of such a store is loaded by those who have one.
  const { createS3Store } = await import('./s3-store.js');
  return createS3Store({
    // The settings refuse s3 without the two.
    endpoint: files.endpoint!,
    bucket: files.bucket!,
    region: files.region,
    prefix: files.prefix,
    accessKey: readSecret(files.accessKey, 'server.files.accessKey', env),
    secretKey: readSecret(files.secretKey, 'server.files.secretKey', env),
  });
}
