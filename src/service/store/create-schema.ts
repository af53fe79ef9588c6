import { type ColumnBuilderCallback, sql } from 'kysely';
import type { Database } from './database';
import { countStoredBytes } from './stored-bytes';

/** The two supported databases. */
type StoreKind = 'sqlite' | 'postgres';

/** The number of the schema that {@link createSchema} creates. A later release can migrate a database by its number. */
export const SCHEMA = 2;

/**
 * Creates the tables in an empty database, completely or not at all. The caller holds a lock, which on SQLite is already
 * a transaction.
 * @throws Error when the database has the tables of another schema
 */
export async function prepareSchema(db: Database, kind: StoreKind): Promise<void> {
  const found = await schemaOf(db, kind);
  if (found === `schema ${SCHEMA}`) return skipIds(db, kind);
  if (found !== undefined) {
    throw new Error(
      `The service's database has ${found}, but this version of deck needs schema ${SCHEMA}; use the version that ` +
        'created it, or an empty database.',
    );
  }
  const create = async (empty: Database) => {
    await createSchema(empty, kind);
    await skipIds(empty, kind);
  };
  await (kind === 'sqlite' ? create(db) : db.transaction().execute(create));
}

/** Tables whose ids callers keep. */
const NUMBERED = ['tasks', 'layout_tasks', 'designs', 'brand_templates'] as const;
const FIRST_EPOCH_MS = Date.UTC(2026, 0, 1);
/** Ids per second of time. A service issues far fewer, so the ids of one start end below those of the next. */
const IDS_PER_SECOND = 10;

/**
 * Lets the ids of this start begin at a number of its own, made of the time. A database that was restored from a backup,
 * or deleted, would issue ids again that callers keep, and one deck would continue with the task of another.
 */
async function skipIds(db: Database, kind: StoreKind): Promise<void> {
  const first = Math.floor(((Date.now() - FIRST_EPOCH_MS) / 1000) * IDS_PER_SECOND);
  for (const table of NUMBERED) {
    if (kind === 'postgres') {
      const sequence = sql`pg_get_serial_sequence(${sql.lit(table)}, 'id')`;
      await sql`select setval(${sequence}, ${sql.lit(first)})
        where (select last_value from ${sql.table(`${table}_id_seq`)}) < ${sql.lit(first)}`.execute(db);
      continue;
    }
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
    await sql`update sqlite_sequence set seq = max(seq, ${first}) where name = ${table}`.execute(db);
  }
}

/** `schema N`, or `an unknown schema` for tables without a number; undefined for an empty database. */
async function schemaOf(db: Database, kind: StoreKind): Promise<string | undefined> {
  const has = async (table: string) => {
    const named =
      kind === 'sqlite'
        ? sql`select 1 from sqlite_master where type = 'table' and name = ${table}`
        : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${table}`;
    return (await named.execute(db)).rows.length > 0;
  };
  if (await has('schema_number')) {
    const { rows } = await sql<{ number: number }>`select number from schema_number`.execute(db);
    return rows[0] === undefined ? UNKNOWN : `schema ${rows[0].number}`;
  }
  return (await has('users')) ? UNKNOWN : undefined;
}

const UNKNOWN = 'an unknown schema';

type IdType = 'integer' | 'bigint' | 'bigserial';

/** Column types that the two databases spell differently. */
interface ColumnTypes {
  /** An auto-incrementing primary key that never reuses a number. */
  ownId: { type: IdType; build: ColumnBuilderCallback };
  /** A reference to such a key. */
  id: IdType;
}

/**
 * SQLite auto-increments only columns of type `integer`, which holds 64 bits. PostgreSQL's `integer` has 32 bits: a
 * 15-digit id, which the interface accepts, would cause an error instead of "not found".
 */
const columnTypes: Record<StoreKind, ColumnTypes> = {
  sqlite: { ownId: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() }, id: 'integer' },
  postgres: { ownId: { type: 'bigserial', build: (column) => column.primaryKey() }, id: 'bigint' },
};

const notNull: ColumnBuilderCallback = (column) => column.notNull();

async function createSchema(db: Database, kind: StoreKind): Promise<void> {
  const { schema } = db;
  const { ownId, id } = columnTypes[kind];
  const ofUser: ColumnBuilderCallback = (column) => column.notNull().references('users.id');
  const ofTask: ColumnBuilderCallback = (column) => column.notNull().references('tasks.id');
  const withTask: ColumnBuilderCallback = (column) => ofTask(column).onDelete('cascade');
  const oneOfTask: ColumnBuilderCallback = (column) => column.primaryKey().references('tasks.id').onDelete('cascade');

  await schema
    .createTable('users')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('api_key', 'text', notNull)
    .addColumn('uid', 'text', notNull)
    .addColumn('channel', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('users_api_key_uid_channel', ['api_key', 'uid', 'channel'])
    .execute();

  for (const [table, key] of [
    ['tokens', 'token_hash'],
    ['codes', 'code_hash'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn(key, 'text', (column) => column.primaryKey())
      .addColumn('user_id', id, ofUser)
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('expires_at', 'bigint', notNull)
      .execute();
    await schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute();
  }

  await schema
    .createTable('tasks')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, ofUser)
    .addColumn('type', 'integer', notNull)
    .addColumn('title', 'text', notNull)
    .addColumn('options', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('outline', 'text')
    .addColumn('outline_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('outline_variants', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('content', 'text')
    .addColumn('content_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('tasks_user').on('tasks').column('user_id').execute();
  await schema.createIndex('tasks_created').on('tasks').column('created_at').execute();

  await schema
    .createTable('outline_counts')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id'))
    .addColumn('count', 'integer', notNull)
    .execute();

  // Model calls and tokens of one user on one day (UTC).
  await schema
    .createTable('model_spend')
    .addColumn('user_id', id, (column) => ofUser(column).onDelete('cascade'))
    .addColumn('day', 'text', notNull)
    .addColumn('calls', 'integer', notNull)
    .addColumn('tokens', 'bigint', notNull)
    .addPrimaryKeyConstraint('model_spend_key', ['day', 'user_id'])
    .execute();

  await schema
    .createTable('content_jobs')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('task_id', id, withTask)
    .addColumn('user_id', id, ofUser)
    .addColumn('outline_revision', 'integer', notNull)
    .addColumn('status', 'text', notNull)
    .addColumn('content', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('finished_at', 'bigint')
    .addColumn('provider_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // Only one valid job per outline: two concurrent calls get one ticket, and it is paid for once.
  await schema
    .createIndex('content_jobs_one_per_outline')
    .unique()
    .on('content_jobs')
    .columns(['task_id', 'outline_revision'])
    .where(sql.ref('status'), '!=', 'failed')
    .execute();
  await schema.createIndex('content_jobs_status').on('content_jobs').columns(['status', 'created_at']).execute();

  await schema
    .createTable('designs')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, ofUser)
    .addColumn('task_id', id, ofTask)
    .addColumn('name', 'text', notNull)
    .addColumn('suit_id', id, notNull)
    .addColumn('layout_type', 'integer')
    .addColumn('layout_task_id', id)
    .addColumn('width', 'integer', notNull)
    .addColumn('height', 'integer', notNull)
    .addColumn('version', 'integer', notNull)
    .addColumn('content', 'text', notNull)
    .addColumn('cover_file', 'text', notNull)
    .addColumn('canvas_file', 'text', notNull)
    .addColumn('data_file', 'text', notNull)
    .addColumn('storage_time', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await schema.createIndex('designs_user').on('designs').columns(['user_id', 'deleted_at', 'id']).execute();
  await schema.createIndex('designs_deleted').on('designs').column('deleted_at').execute();
  await schema.createIndex('designs_task').on('designs').column('task_id').execute();

  await schema
    .createTable('exports')
    .addColumn('task_key', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, ofUser)
    // Clearing a design deletes its exports.
    .addColumn('design_id', id, (column) => column.notNull().references('designs.id').onDelete('cascade'))
    .addColumn('format', 'text', notNull)
    .addColumn('edit', 'integer', notNull)
    .addColumn('files_to_zip', 'integer', notNull)
    .addColumn('status', 'text', notNull)
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('finished_at', 'bigint')
    .execute();
  await schema.createIndex('exports_status').on('exports').columns(['status', 'created_at']).execute();
  await schema.createIndex('exports_design').on('exports').column('design_id').execute();

  await schema
    .createTable('files')
    .addColumn('file_key', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, ofUser)
    .addColumn('export_key', 'text', (column) => column.references('exports.task_key').onDelete('cascade'))
    .addColumn('position', 'integer', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('media_type', 'text', notNull)
    .addColumn('size', 'integer', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute();
  await schema.createIndex('files_export').on('files').columns(['export_key', 'position']).execute();

  await schema
    .createTable('task_documents')
    .addColumn('task_id', id, oneOfTask)
    .addColumn('user_id', id, ofUser)
    .addColumn('file_name', 'text', notNull)
    .addColumn('treatment', 'text', notNull)
    .addColumn('document', 'text', notNull)
    .execute();

  await schema
    .createTable('layout_tasks')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('user_id', id, ofUser)
    .addColumn('task_id', id, withTask)
    .addColumn('created_at', 'bigint', notNull)
    .execute();
  await schema.createIndex('layout_tasks_task').on('layout_tasks').column('task_id').execute();

  await schema
    .createTable('generation_leases')
    .addColumn('task_id', id, oneOfTask)
    .addColumn('owner', 'text', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute();

  await schema
    .createTable('written_chapters')
    .addColumn('task_id', id, withTask)
    .addColumn('asked', 'text', notNull)
    .addColumn('position', 'integer', notNull)
    .addColumn('chapter', 'text', notNull)
    .addPrimaryKeyConstraint('written_chapters_key', ['task_id', 'asked', 'position'])
    .execute();

  // An account has each file once. A removed template keeps its row, because designs made with it can be exported.
  await schema
    .createTable('brand_templates')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('api_key', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('file_key', 'text', notNull)
    .addColumn('roles', 'text', notNull)
    .addColumn('look', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('removed_at', 'bigint')
    .addUniqueConstraint('brand_templates_file', ['api_key', 'file_key'])
    .execute();

  // A user has each image once, and only a user with its row can show it.
  await schema
    .createTable('pictures')
    .addColumn('user_id', id, ofUser)
    .addColumn('hash', 'text', notNull)
    .addColumn('file_key', 'text', notNull)
    .addColumn('type', 'text', notNull)
    .addColumn('width', 'integer', notNull)
    .addColumn('height', 'integer', notNull)
    .addColumn('size', 'integer', notNull)
    .addColumn('needed_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('pictures_key', ['user_id', 'hash'])
    .execute();
  await schema.createIndex('pictures_file').on('pictures').column('file_key').execute();

  await countStoredBytes(db, kind);
  await schema.createTable('schema_number').addColumn('number', 'integer', notNull).execute();
  await sql`insert into schema_number (number) values (${SCHEMA})`.execute(db);
}
