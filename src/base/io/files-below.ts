import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileBelow {
  /** From the directory, with slashes. */
  name: string;
  bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
}

/** The files below a directory whose names begin with a prefix; none if it is missing. Symbolic links are not followed. */
export async function* filesBelow(directory: string, prefix = '', folder = ''): AsyncIterable<FileBelow> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(orNone);
  for (const entry of entries) {
    const name = folder + entry.name;
    const leads = entry.isDirectory() ? `${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`) : false;
    if (leads) yield* filesBelow(directory, prefix, `${name}/`);
    if (entry.isDirectory() || !name.startsWith(prefix)) continue;
    // Another process may have removed it meanwhile.
    const found = await lstat(join(directory, name)).catch(() => undefined);
    if (found) yield { name, bytes: found.size, at: found.mtimeMs };
  }
}

function orNone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
