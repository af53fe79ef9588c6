import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { isSqliteError, openSqliteFile, type SqliteFile } from '../../base/io/sqlite';
import { prepareSchema } from './create-schema';
import type { Database } from './database';
import { readBy } from './prepared';
import type { Schema } from './schema';

/** How long a write waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the SQLite file, or `:memory:`, and creates the tables in an empty one. WAL with synchronous=normal loses
 * nothing when the process is killed; only a power failure can lose the last moments.
 */
export async function openSqlite(file: string): Promise<Database> {
  const sqlite = openSqliteFile(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.exec('pragma journal_mode = WAL');
  sqlite.exec('pragma synchronous = NORMAL');
  sqlite.exec('pragma foreign_keys = ON');
  const reader = file === ':memory:' ? undefined : openSqliteFile(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  const { prepare } = kyselyDatabase(sqlite);
  const close = () => {
    reader?.close();
    sqlite.close();
  };
  const db: Database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: { prepare, close } }) });
  try {
    // Of processes that start together, one creates the tables.
    await begin(sqlite);
    await prepareSchema(db, 'sqlite');
    sqlite.exec('COMMIT');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  if (reader) {
    // A separate connection sees only committed data, never half of a running transaction.
    const committed = kyselyDatabase(reader);
    readBy(db, (sql, parameters) => committed.prepare(sql).all(parameters));
  }
  return db;
}

/** Preparing a statement takes longer than running it. There are about a hundred, and id lists create some more. */
const KEPT_STATEMENTS = 500;

/** A database as Kysely needs it. Prepares each statement once; Kysely would prepare it for every query. */
function kyselyDatabase(sqlite: SqliteFile): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = prepared(sqlite, sql);
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value!);
    kept.set(sql, statement);
    return statement;
  };
  return { prepare, close: () => sqlite.close() };
}

function prepared(sqlite: SqliteFile, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}

/** Waits without blocking the event loop, because the lock holder may be in this process. */
async function begin(sqlite: SqliteFile): Promise<void> {
  for (const end = Date.now() + 2 * BUSY_TIMEOUT_MS; ; ) {
    sqlite.exec('pragma busy_timeout = 0');
    try {
      sqlite.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isSqliteError(error, 'busy') || Date.now() > end) throw error;
      await delay(10);
    } finally {
      sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}
