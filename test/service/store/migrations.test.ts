import { type Dialect, Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import { Pool } from 'pg';
import { openDatabase, type StoreAddress } from '../../../src/service/store/database';
import { migrationsFor } from '../../../src/service/store/migrations/registry';
import { openSqliteFile } from '../../../src/sqlite';
import { describeStores } from '../stores';

function dialectOf(address: StoreAddress): Dialect {
  return address.kind === 'sqlite'
    ? new SqliteDialect({ database: openSqliteFile(address.file) })
    : new PostgresDialect({ pool: new Pool({ connectionString: address.url }) });
}

/** Rows of the first schema, in an order in which each finds what it refers to. */
const rows: Record<string, Record<string, unknown>> = {
  users: { api_key: 'key', uid: 'old', created_at: 1 },
  tokens: { token_hash: 'hash', user_id: 1, channel: '', created_at: 1, expires_at: 2 },
  tasks: {
    user_id: 1,
    channel: '',
    type: 1,
    title: 'Salt',
    options: '[3]',
    created_at: 1,
    outline: '{}',
    outline_revision: 1,
    outline_variants: 1,
    content: null,
    content_revision: 0,
  },
  outline_counts: { user_id: 1, channel: '', count: 1 },
  content_jobs: {
    ticket: 'ticket',
    task_id: 1,
    user_id: 1,
    outline_revision: 1,
    status: 'running',
    content: null,
    reason: null,
    created_at: 1,
    finished_at: null,
  },
  designs: {
    user_id: 1,
    task_id: 1,
    name: 'Salt',
    suit_id: 1,
    layout_type: null,
    layout_task_id: null,
    width: 1,
    height: 1,
    version: 1,
    content: '{}',
    cover_file: 'cover',
    canvas_file: 'canvas',
    data_file: 'data',
    storage_time: 1,
    created_at: 1,
    updated_at: 1,
    deleted_at: 2,
  },
  exports: {
    task_key: 'export',
    user_id: 1,
    design_id: 1,
    format: 'pdf',
    edit: 1,
    files_to_zip: 0,
    status: 'succeeded',
    reason: null,
    created_at: 1,
    finished_at: 2,
  },
  files: {
    file_key: 'file',
    user_id: 1,
    export_key: 'export',
    position: 0,
    name: 'Salt.pdf',
    media_type: 'application/pdf',
    size: 3,
    created_at: 1,
  },
};

describeStores('a store of an older schema', (store) => {
  const names = Object.keys(migrationsFor(store.kind)).sort();

  it.each(names)('as %s left it keeps every row on its way to the newest', async (name) => {
    const address = await store.address();
    const old = new Kysely<never>({ dialect: dialectOf(address) });
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => migrationsFor(store.kind) } });
    const { error } = await migrator.migrateTo(name);
    expect(error).toBeUndefined();
    for (const [table, row] of Object.entries(rows)) {
      await old
        .insertInto(table as never)
        .values(row as never)
        .execute();
    }
    await old.destroy();

    const db = await openDatabase(address);
    try {
      for (const [table, row] of Object.entries(rows)) {
        const kept = await db
          .selectFrom(table as 'users')
          .selectAll()
          .execute();
        expect([table, kept]).toEqual([table, [expect.objectContaining(row)]]);
      }
      // What came later stands beside it, and refers to it.
      const layout = { user_id: 1, task_id: 1, created_at: 3 };
      expect(await db.insertInto('layout_tasks').values(layout).returningAll().execute()).toMatchObject([layout]);
    } finally {
      await db.destroy();
    }
  });
});
