import { setTimeout as delay } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrations } from './migrations';
import type { Schema } from './schema';

/** The store: a Kysely instance over the tables of {@link Schema}, or one transaction of it. */
export type Database = Kysely<Schema>;

/** How long a writer waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the SQLite file, or `:memory:`, and brings it to the newest migration.
 * WAL with synchronous=normal loses nothing when the process is killed; only a power cut can take the last moments.
 */
export async function openDatabase(file: string): Promise<Database> {
  const sqlite = new SQLite(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('foreign_keys = ON');
  const db: Database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    // Held from the first look to the last change: those that start together migrate one after the other.
    await begin(sqlite);
    await migrate(db);
    sqlite.exec('COMMIT');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Waits without blocking the event loop: the one that is waited for may live in this very process. */
async function begin(sqlite: SQLite.Database): Promise<void> {
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

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, disableTransactions: true, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the preparation';
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The service's database cannot be brought up to date: ${failed} failed (${reason}).`, {
    cause: error,
  });
}
