import type BetterSqlite3 from 'better-sqlite3';

/**
 * better-sqlite3 13 needs Node-API 10, which began with Node 22.14. Version 12 stays for Node 20: under Node 24.19 and
 * newer it ends the process when the garbage collector removes a statement.
 */
export const sqlitePackage = Number(process.versions.napi) < 10 ? 'better-sqlite3-node20' : 'better-sqlite3';

export type SqliteFile = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement;

/** Opens an SQLite file, or `:memory:`, by the binding for this release of Node. */
export function openSqliteFile(file: string, options?: BetterSqlite3.Options): SqliteFile {
  const Sqlite = require(sqlitePackage) as typeof BetterSqlite3;
  return new Sqlite(file, options);
}
