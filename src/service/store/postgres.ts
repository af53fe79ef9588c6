import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { Database } from './database';
import { migrate } from './migrate';
import type { Schema } from './schema';

const INT8 = 20;
/** A call that is no stream answers within 5 s, so one that finds no connection by then has failed. */
const CONNECT_WITHIN_MS = 4_000;
const MOST_CONNECTIONS = 10;
/** Any number that no other program takes: those that start together migrate one after the other. */
const MIGRATION_LOCK = 0x6465636b;

/** Opens the PostgreSQL database of the address and brings it to the newest migration. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'deck service',
    // 64-bit numbers arrive as text otherwise; ids and times stay far below 2^53.
    types: { getTypeParser: (id, format) => (id === INT8 ? Number : types.getTypeParser(id, format)) },
  });
  // A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db: Database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db).catch((error: Error) => {
      throw unreachable(url, error);
    });
    await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
      try {
        await migrate(connection, 'postgres');
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
      }
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Where the database should be, without the password that the address may hold. */
function unreachable(url: string, cause: Error): Error {
  const { hostname, port, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', port: '', pathname: '' };
  const place = hostname === '' ? 'its address' : `${hostname}:${port || 5432}${pathname}`;
  const reason = cause.message || (cause as NodeJS.ErrnoException).code || 'no reason given';
  return new Error(`The service's database cannot be opened at ${place} (${reason}); see server.store.url.`, { cause });
}
