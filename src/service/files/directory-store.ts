import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the bytes of covers, design data and exports lie. Keys are made by {@link newFileKey} alone. */
export interface FileStore {
  /** Complete and on the disk when it returns; the same key written again is replaced as a whole. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws when there is no such file. */
  read(key: string): Promise<ReadStream>;
  remove(key: string): Promise<void>;
}

const KEY = /^[a-z0-9]{2}[a-z0-9]{6,62}$/;

/** A directory with a folder per first two characters of the key, so that no folder grows beyond what tools can list. */
export async function createDirectoryStore(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeLeftovers(directory);

  // Keys are checked here as well: whatever a caller hands in, no path leaves the directory.
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
    return join(directory, key.slice(0, 2), key);
  };

  let written = 0;
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = join(directory, `${TEMPORARY}${process.pid}-${++written}-${key}`);
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDirectory(dirname(path));
    },
    async read(key) {
      const handle = await open(pathOf(key), 'r');
      return createReadStream('', { fd: handle, autoClose: true });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

const TEMPORARY = 'writing-';

/** A name that is durable needs its folder on the disk too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a killed process had begun to write; files of processes that still run are left alone. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const owner = new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await rm(join(directory, name), { force: true });
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
