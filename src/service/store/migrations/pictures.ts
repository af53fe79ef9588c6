import type { Kysely } from 'kysely';

/** Images of documents. An account has each image once, and only an account with its row can show it. */
export async function pictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pictures')
    .addColumn('api_key', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('file_key', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pictures_key', ['api_key', 'hash'])
    .execute();
  await db.schema.createIndex('pictures_file').on('pictures').column('file_key').execute();
}
