import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Directories that all users of a host share, such as /tmp. */
const STICKY = 0o1000;
/** Databases and logs. SQLite gives its additional files the permissions of the database. */
const OWN_FILES = /^(?:(?:temporal|service)\.db(?:-\w+)?|deck\.log(?:\.1)?)$/;

/**
 * Creates a data directory if it is missing. Removes other users' permissions from it and from the databases and logs in it,
 * which an earlier version or another tool may have created.
 * @returns a warning if that is not possible, because the directory belongs to another user or is shared
 */
export function openPrivateDirectory(directory: string): string | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.getuid === undefined) return undefined;
  for (const name of readdirSync(directory)) if (OWN_FILES.test(name)) makePrivate(join(directory, name), 0o600);
  if (makePrivate(directory, 0o700)) return undefined;
  return `Other users of this host can access the data directory ${directory}. Make it private with: chmod 700 ${directory}`;
}

/** Whether other users have no permissions afterwards. Does not follow symbolic links. */
function makePrivate(path: string, mode: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0) return true;
  if (found.isSymbolicLink()) return false;
  if (!mayChange(found)) return false;
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function mayChange({ mode, uid }: Stats): boolean {
  return (mode & STICKY) === 0 && uid === process.getuid!();
}
