import { DatabaseSync, type DatabaseSyncOptions } from '@photostructure/sqlite';

/** The interface of `node:sqlite`, which Node 20 lacks. */
export type SqliteFile = InstanceType<typeof DatabaseSync>;

/** Extended result codes of SQLite. */
const codes = { busy: 5, foreignKey: 787 } as const;

/** Opens an SQLite file or `:memory:`. */
export function openSqliteFile(file: string, options: DatabaseSyncOptions = {}): SqliteFile {
  return new DatabaseSync(file, options);
}

/** Whether an error is SQLite's own, with this result code. */
export function isSqliteError(error: unknown, code: keyof typeof codes): boolean {
  // Checked by code: the driver's errors come from a native module, whose `Error` class may be a different one.
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === codes[code];
}
