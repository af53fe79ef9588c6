const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a directory, not a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
};

/** Why a file could not be read, to follow its name. */
export function readFailure(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `cannot be read (${code})`;
}
