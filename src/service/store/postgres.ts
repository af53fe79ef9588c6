import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { prepareSchema } from './create-schema';
import type { Database } from './database';
import type { Schema } from './schema';

const INT8 = 20;
/** A call that does not stream responds within 5 s, so one without a connection by then has failed. */
const CONNECT_WITHIN_MS = 4_000;
const MOST_CONNECTIONS = 10;
/** An arbitrary number that no other program uses: of processes that start together, one creates the tables. */
const SCHEMA_LOCK = 0x6465636b;

/** Opens the PostgreSQL database at the URL and creates the tables in an empty one. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'deck service',
    // 64-bit numbers arrive as text by default; ids and times stay far below 2^53.
    types: { getTypeParser: (id, format) => (id === INT8 ? Number : types.getTypeParser(id, format)) },
  });
  // A connection that breaks is replaced, and the query on it fails. Without these listeners, its error would end the
  // process: the pool listens only to idle connections.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db).catch((error: Error) => {
      throw unreachable(url, error);
    });
    await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(SCHEMA_LOCK)})`.execute(connection);
      try {
        await prepareSchema(connection, 'postgres');
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(SCHEMA_LOCK)})`.execute(connection);
      }
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Describes the location of the database without the password that the URL may contain. */
function unreachable(url: string, cause: Error): Error {
  const { hostname, port, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', port: '', pathname: '' };
  const place = hostname === '' ? 'its URL' : `${hostname}:${port || 5432}${pathname}`;
  const reason = cause.message || (cause as NodeJS.ErrnoException).code || 'no reason given';
  return new Error(`The service's database cannot be opened at ${place} (${reason}); see server.store.url.`, { cause });
}
