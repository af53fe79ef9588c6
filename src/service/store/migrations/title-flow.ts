import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types';

/** Users, credentials, tasks, content jobs, designs, exports, files. */
export async function titleFlow(db: Kysely<unknown>, { ownId, id }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('api_key', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('users_api_key_uid', ['api_key', 'uid'])
    .execute();

  for (const [table, key] of [
    ['tokens', 'token_hash'],
    ['codes', 'code_hash'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn(key, 'text', (column) => column.primaryKey())
      .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute();
  }

  await db.schema
    .createTable('tasks')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('outline', 'text')
    .addColumn('outline_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('outline_variants', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('content', 'text')
    .addColumn('content_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('tasks_user').on('tasks').column('user_id').execute();

  await db.schema
    .createTable('outline_counts')
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('outline_counts_key', ['user_id', 'channel'])
    .execute();

  await db.schema
    .createTable('content_jobs')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('task_id', id, (column) => column.notNull().references('tasks.id'))
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('outline_revision', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('content', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  // Only one valid job per outline: two concurrent calls get one ticket, and it is paid for once.
  await db.schema
    .createIndex('content_jobs_one_per_outline')
    .unique()
    .on('content_jobs')
    .columns(['task_id', 'outline_revision'])
    .where(sql.ref('status'), '!=', 'failed')
    .execute();
  await db.schema.createIndex('content_jobs_status').on('content_jobs').column('status').execute();

  await db.schema
    .createTable('designs')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('task_id', id, (column) => column.notNull().references('tasks.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('suit_id', 'integer', (column) => column.notNull())
    .addColumn('layout_type', 'integer')
    .addColumn('layout_task_id', id)
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('cover_file', 'text', (column) => column.notNull())
    .addColumn('canvas_file', 'text', (column) => column.notNull())
    .addColumn('data_file', 'text', (column) => column.notNull())
    .addColumn('storage_time', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('designs_user').on('designs').columns(['user_id', 'deleted_at', 'id']).execute();

  await db.schema
    .createTable('exports')
    .addColumn('task_key', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    // Clearing a design deletes its exports.
    .addColumn('design_id', id, (column) => column.notNull().references('designs.id').onDelete('cascade'))
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('edit', 'integer', (column) => column.notNull())
    .addColumn('files_to_zip', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('exports_status').on('exports').column('status').execute();
  await db.schema.createIndex('exports_design').on('exports').column('design_id').execute();

  await db.schema
    .createTable('files')
    .addColumn('file_key', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id'))
    .addColumn('export_key', 'text', (column) => column.references('exports.task_key').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('files_export').on('files').columns(['export_key', 'position']).execute();
}
