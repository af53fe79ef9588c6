import type BetterSqlite3 from 'better-sqlite3';

/**
 * better-sqlite3 13 requires Node-API 10, available since Node 22.14. Version 12 is used only for Node 20, because under Node
 * 24.19 and later it crashes the process when a statement is garbage-collected.
 */
export const sqlitePackage = Number(process.versions.napi) < 10 ? 'better-sqlite3-node20' : 'better-sqlite3';

export type SqliteFile = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement;

/** Opens an SQLite file or `:memory:` with the binding for this Node release. */
export function openSqliteFile(file: string, options?: BetterSqlite3.Options): SqliteFile {
  const Sqlite = require(sqlitePackage) as typeof BetterSqlite3;
  return new Sqlite(file, options);
}
