import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../base/io/durable-file';
import { type FileStore, isFileKey, MissingFile, pathOfKey } from './file-store';

/** A file store in a local directory. */
export async function createDirectoryStore(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeLeftovers(directory);

  const pathOf = (key: string): string => join(directory, pathOfKey(key));

  let written = 0;
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await replaceFile(path, bytes, join(directory, `${TEMPORARY}${process.pid}-${++written}-${key}`));
      await syncDirectory(dirname(path));
    },
    async read(key) {
      const handle = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingFile(key) : error;
      });
      return createReadStream('', { fd: handle, autoClose: true });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *olderThan(ms) {
      const until = Date.now() - ms;
      for (const folder of await readdir(directory, { withFileTypes: true })) {
        if (!folder.isDirectory()) continue;
        for (const key of await readdir(join(directory, folder.name))) {
          // Another process removed the file between the two calls.
          const written = isFileKey(key) ? await stat(pathOf(key)).catch(() => undefined) : undefined;
          if (written && written.mtimeMs <= until) yield key;
        }
      }
    },
  };
}

const TEMPORARY = 'writing-';

/** A new name is durable only after its directory is synced too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No write takes this long. An older file is a leftover, even if its process id is in use again. */
const WRITTEN_WITHIN_MS = 600_000;

/** Removes partial files of killed processes. Files of running processes are kept. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const owner = new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined) continue;
    const begun = await stat(join(directory, name)).catch(() => undefined);
    const isOld = begun !== undefined && begun.mtimeMs < Date.now() - WRITTEN_WITHIN_MS;
    if (isOld || !isRunning(Number(owner))) await rm(join(directory, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
