import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import { openSqliteFile, type SqliteFile, type SqliteStatement } from '../../io/sqlite';
import type { Database } from './database';
import { migrate } from './migrate';
import { readBy } from './prepared';
import type { Schema } from './schema';

/** How long a write waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the SQLite file, or `:memory:`, and migrates it to the latest version. WAL with synchronous=normal loses
 * nothing when the process is killed; only a power failure can lose the last moments.
 */
export async function openSqlite(file: string): Promise<Database> {
  const sqlite = openSqliteFile(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  // Off while tables that others refer to are rebuilt; it cannot be changed within the transaction.
  sqlite.pragma('foreign_keys = OFF');
  const reader = sqlite.memory ? undefined : openSqliteFile(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  const close = () => {
    reader?.close();
    sqlite.close();
  };
  const database = { prepare: keptStatements(sqlite), close };
  const db: Database = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  try {
    // Held throughout, so that processes that start together migrate one after the other.
    await begin(sqlite);
    if (await migrate(db, 'sqlite')) checkReferences(sqlite);
    sqlite.exec('COMMIT');
    sqlite.pragma('foreign_keys = ON');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  if (reader) {
    // A separate connection sees only committed data, never half of a running transaction.
    const prepare = keptStatements(reader);
    readBy(db, (sql, parameters) => prepare(sql).all(parameters));
  }
  return db;
}

/** @throws Error when a migration left a dangling reference; the migration is rolled back. */
function checkReferences(sqlite: SqliteFile): void {
  const dangling = sqlite.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (dangling.length === 0) return;
  const [{ table, parent }] = dangling as [{ table: string; parent: string }];
  throw new Error(
    `The service's database cannot be migrated: ${dangling.length} rows have dangling references, the first one ` +
      `in ${table} to ${parent}.`,
  );
}

/** Preparing a statement takes longer than running it. There are about a hundred, and id lists create some more. */
const KEPT_STATEMENTS = 500;

/** Prepares each statement once; Kysely would prepare it for every query. */
function keptStatements(sqlite: SqliteFile): (sql: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = sqlite.prepare(sql);
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value!);
    kept.set(sql, statement);
    return statement;
  };
}

/** Waits without blocking the event loop, because the lock holder may be in this process. */
async function begin(sqlite: SqliteFile): Promise<void> {
  for (const end = Date.now() + 2 * BUSY_TIMEOUT_MS; ; ) {
    sqlite.pragma('busy_timeout = 0');
    try {
      sqlite.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > end) throw error;
      await delay(10);
    } finally {
      sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}
