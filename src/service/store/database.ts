import type { Kysely } from 'kysely';
import { openPostgres } from './postgres';
import type { Schema } from './schema';
import { openSqlite } from './sqlite';

/** The store: a Kysely instance over the tables of {@link Schema}, or a transaction on it. */
export type Database = Kysely<Schema>;

/** Where the rows are kept: a SQLite file (or `:memory:`), or a PostgreSQL database. */
export type StoreAddress = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

/**
 * Opens the store and creates the tables in an empty one.
 * @throws Error when it cannot be reached, or has another schema.
 */
export function openDatabase(address: StoreAddress): Promise<Database> {
  return address.kind === 'sqlite' ? openSqlite(address.file) : openPostgres(address.url);
}
