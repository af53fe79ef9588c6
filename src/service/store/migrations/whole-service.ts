import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types';

/** Imported documents, pro-layout tasks and generation leases. */
export async function wholeService(db: Kysely<unknown>, { ownId, id }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('task_documents')
    .addColumn('task_id', id, (column) => column.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('treatment', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('layout_tasks')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('task_id', id, (column) => column.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('layout_tasks_task').on('layout_tasks').column('task_id').execute();

  await db.schema
    .createTable('generation_leases')
    .addColumn('task_id', id, (column) => column.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('designs_deleted').on('designs').column('deleted_at').execute();
}
