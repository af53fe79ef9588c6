import type { ColumnBuilderCallback } from 'kysely';

/** The two databases that the service keeps its rows in. */
export type StoreKind = 'sqlite' | 'postgres';

type IdType = 'integer' | 'bigint' | 'bigserial';

/** Types of columns that the two databases spell differently. */
export interface ColumnTypes {
  /** A primary key that counts by itself and gives no number twice. */
  ownId: { type: IdType; build: ColumnBuilderCallback };
  /** A reference to such a key. */
  id: IdType;
}

/**
 * SQLite counts only in a column that is called `integer`, and 64 bits fit in it. PostgreSQL's `integer` has 32 bits: an
 * id of 15 digits, which the interface allows to be asked for, would be an error there instead of an id that is not found.
 */
export const columnTypes: Record<StoreKind, ColumnTypes> = {
  sqlite: { ownId: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() }, id: 'integer' },
  postgres: { ownId: { type: 'bigserial', build: (column) => column.primaryKey() }, id: 'bigint' },
};
