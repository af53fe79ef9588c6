import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types';

/** Templates from PowerPoint files. An account has each file once. */
export async function brandTemplates(db: Kysely<unknown>, { ownId }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('brand_templates')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('api_key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('file_key', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('look', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('brand_templates_file', ['api_key', 'file_key'])
    .execute();
}
