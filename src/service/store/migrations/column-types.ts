import type { ColumnBuilderCallback } from 'kysely';

/** The two supported databases. */
export type StoreKind = 'sqlite' | 'postgres';

type IdType = 'integer' | 'bigint' | 'bigserial';

/** Column types that the two databases spell differently. */
export interface ColumnTypes {
  /** An auto-incrementing primary key that never reuses a number. */
  ownId: { type: IdType; build: ColumnBuilderCallback };
  /** A reference to such a key. */
  id: IdType;
}

/**
 * SQLite auto-increments only columns of type `integer`, which holds 64 bits. PostgreSQL's `integer` has 32 bits: a
 * 15-digit id, which the interface accepts, would cause an error instead of "not found".
 */
export const columnTypes: Record<StoreKind, ColumnTypes> = {
  sqlite: { ownId: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() }, id: 'integer' },
  postgres: { ownId: { type: 'bigserial', build: (column) => column.primaryKey() }, id: 'bigint' },
};
