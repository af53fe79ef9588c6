import { type CreateTableBuilder, sql } from 'kysely';
import type { Database } from './database';
import { numberedTables, type Schema, tableNames, tables } from './schema';
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

const FIRST_EPOCH_MS = Date.UTC(2026, 0, 1);
/** Ids per second of time. A service issues far fewer, so the ids of one start end below those of the next. */
const IDS_PER_SECOND = 10;

/**
 * Lets the ids of this start begin at a number of its own, made of the time. A database that was restored from a backup,
 * or deleted, would issue ids again that callers keep, and one deck would continue with the task of another.
 */
async function skipIds(db: Database, kind: StoreKind): Promise<void> {
  const first = Math.floor(((Date.now() - FIRST_EPOCH_MS) / 1000) * IDS_PER_SECOND);
  // Callers do not see those of users.
  for (const table of numberedTables.filter((name) => name !== 'users')) {
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

/**
 * SQLite auto-increments only columns of type `integer`, which holds 64 bits. PostgreSQL's `integer` has 32 bits: a
 * 15-digit id, which the interface accepts, would cause an error instead of "not found".
 */
const idTypes = {
  sqlite: { 'own id': 'integer', id: 'integer' },
  postgres: { 'own id': 'bigserial', id: 'bigint' },
} as const;

/** Keys of several columns. */
const keys: { [Table in keyof Schema]?: { name: string; columns: (keyof Schema[Table])[]; isPrimary?: true } } = {
  users: { name: 'users_api_key_uid_channel', columns: ['api_key', 'uid', 'channel'] },
  model_spend: { name: 'model_spend_key', columns: ['day', 'user_id'], isPrimary: true },
  written_chapters: { name: 'written_chapters_key', columns: ['task_id', 'asked', 'position'], isPrimary: true },
  brand_templates: { name: 'brand_templates_file', columns: ['api_key', 'file_key'] },
  pictures: { name: 'pictures_key', columns: ['user_id', 'hash'], isPrimary: true },
};

const indexes: [name: string, table: keyof Schema, ...columns: string[]][] = [
  ['tokens_expiry', 'tokens', 'expires_at'],
  ['codes_expiry', 'codes', 'expires_at'],
  ['tasks_user', 'tasks', 'user_id'],
  ['tasks_created', 'tasks', 'created_at'],
  ['content_jobs_status', 'content_jobs', 'status', 'created_at'],
  ['designs_user', 'designs', 'user_id', 'deleted_at', 'id'],
  ['designs_deleted', 'designs', 'deleted_at'],
  ['designs_task', 'designs', 'task_id'],
  ['exports_status', 'exports', 'status', 'created_at'],
  ['exports_design', 'exports', 'design_id'],
  ['files_export', 'files', 'export_key', 'position'],
  ['layout_tasks_task', 'layout_tasks', 'task_id'],
  ['pictures_file', 'pictures', 'file_key'],
];

async function createSchema(db: Database, kind: StoreKind): Promise<void> {
  const { schema } = db;
  const ids = idTypes[kind];
  for (const table of tableNames) {
    let creating: CreateTableBuilder<string, string> = schema.createTable(table);
    for (const [name, { type, build }] of Object.entries(tables[table])) {
      const ofKind = type === 'own id' || type === 'id' ? ids[type] : type;
      const isCounted = type === 'own id' && kind === 'sqlite';
      creating = creating.addColumn(name, ofKind, (made) => (isCounted ? build(made).autoIncrement() : build(made)));
    }
    const { name, columns, isPrimary } = keys[table] ?? {};
    if (name !== undefined && columns !== undefined)
      creating = isPrimary
        ? creating.addPrimaryKeyConstraint(name, columns as string[])
        : creating.addUniqueConstraint(name, columns as string[]);
    await creating.execute();
  }
  for (const [name, table, ...columns] of indexes) await schema.createIndex(name).on(table).columns(columns).execute();
  // Only one valid job per outline: two concurrent calls get one ticket, and it is paid for once.
  await schema
    .createIndex('content_jobs_one_per_outline')
    .unique()
    .on('content_jobs')
    .columns(['task_id', 'outline_revision'])
    .where(sql.ref('status'), '!=', 'failed')
    .execute();
  await countStoredBytes(db, kind);
  await schema
    .createTable('schema_number')
    .addColumn('number', 'integer', (made) => made.notNull())
    .execute();
  await sql`insert into schema_number (number) values (${SCHEMA})`.execute(db);
}
