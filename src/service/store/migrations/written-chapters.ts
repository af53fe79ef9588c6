import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types';

/** Finished chapters of incomplete content, and provider failures per content job. */
export async function writtenChapters(db: Kysely<unknown>, { id }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('written_chapters')
    .addColumn('task_id', id, (column) => column.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('asked', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('chapter', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('written_chapters_key', ['task_id', 'asked', 'position'])
    .execute();
  await db.schema
    .alterTable('content_jobs')
    .addColumn('provider_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
