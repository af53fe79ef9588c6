import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Folders that all users of a machine share, such as /tmp. */
const STICKY = 0o1000;
/** Databases and logs; SQLite gives the files beside a database the rights of the database itself. */
const OWN_FILES = /^(?:(?:temporal|service)\.db(?:-\w+)?|deck\.log(?:\.1)?)$/;

/**
 * Makes a data directory if it is missing, and takes the rights of other users from it and from the databases and logs
 * in it, as an earlier version or another tool has left them.
 * @returns a sentence where that cannot be done: the directory is another user's, or shared by all
 */
export function openPrivateDirectory(directory: string): string | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.getuid === undefined) return undefined;
  for (const name of readdirSync(directory)) if (OWN_FILES.test(name)) makePrivate(join(directory, name), 0o600);
  if (makePrivate(directory, 0o700)) return undefined;
  return `Other users of this machine can look into the data directory ${directory}; make it private with: chmod 700 ${directory}`;
}

/** Whether other users have no rights to it now. Links are not followed. */
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
