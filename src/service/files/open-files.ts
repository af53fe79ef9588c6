import { join, resolve } from 'node:path';
import { openPrivateDirectory } from '../../base/io/private-directory';
import { readEncryptionKeys, type Settings, s3Options } from '../../config';
import { createDirectoryStore } from './directory-store';
import { encryptedFiles } from './encrypted-files';
import type { FileStore } from './file-store';
import { linkSecret, linkSecretIn } from './link-secret';

/** Opens the data directory of the embedded service. @returns its path */
export function openServiceDirectory({ data }: Pick<Settings, 'data'>): string {
  const directory = resolve(join(data.directory, 'service'));
  openPrivateDirectory(directory);
  return directory;
}

/**
 * Opens the file store that `server.files` selects, encrypted if `encryption` says so. A directory store is placed below the
 * service's data directory.
 */
export async function openFiles(
  settings: Pick<Settings, 'server' | 'encryption'>,
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FileStore> {
  return encryptedFiles(await openPlain(settings.server.files, directory, env), readEncryptionKeys(settings, env));
}

async function openPlain(
  files: Settings['server']['files'],
  directory: string,
  env: NodeJS.ProcessEnv,
): Promise<FileStore> {
  if (files.kind === 'directory') return createDirectoryStore(join(directory, 'files'));
  // The S3 library is loaded only if it is used.
  const { createS3Store } = await import('./s3-store.js');
  return createS3Store(s3Options('server.files', files, env));
}

/** Opens the secret of download links: every service that shares the files has the same. */
export async function openLinkSecret(
  files: Settings['server']['files'],
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Buffer> {
  if (files.kind === 'directory') return linkSecret(directory);
  const { openBucket } = await import('../../base/io/s3-bucket.js');
  return linkSecretIn(await openBucket(s3Options('server.files', files, env)), directory);
}
