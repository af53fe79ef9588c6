import { type Dialect, Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import { Pool } from 'pg';
import { openSqliteFile } from '../../../src/io/sqlite';
import { type Database, openDatabase, type StoreAddress } from '../../../src/service/store/database';
import { migrationsFor } from '../../../src/service/store/migrations/registry';
import { countOutlines, ensureUser } from '../../../src/service/store/users';
import { describeStores, type TestStore } from '../stores';

function dialectOf(address: StoreAddress): Dialect {
  return address.kind === 'sqlite'
    ? new SqliteDialect({ database: openSqliteFile(address.file) })
    : new PostgresDialect({ pool: new Pool({ connectionString: address.url }) });
}

type Rows = Record<string, Record<string, unknown>>;

/** Rows of the first schema, in an order in which each finds what it refers to. */
const rows: Rows = {
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

/** The migration that made the channel part of the user, and the one before it. */
const CHANNELS = '0004_user_channels';
const BEFORE_CHANNELS = '0003_written_chapters';

/** The same rows as they are since then. */
function withUserChannels(old: Rows): Rows {
  const without = ({ channel: _, ...row }: Record<string, unknown>) => row;
  const changed = ['tokens', 'tasks', 'outline_counts'].map((table) => [table, without(old[table]!)]);
  return { ...old, users: { ...old.users, channel: '' }, ...Object.fromEntries(changed) };
}

interface OldStore {
  address: StoreAddress;
  insert(table: string, row: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

/** A store as the release with this migration left it. */
async function storeOf(store: TestStore, migration: string): Promise<OldStore> {
  const address = await store.address();
  const db = new Kysely<never>({ dialect: dialectOf(address) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(store.kind) } });
  const { error } = await migrator.migrateTo(migration);
  expect(error).toBeUndefined();
  const insert = async (table: string, row: Record<string, unknown>) => {
    await db
      .insertInto(table as never)
      .values(row as never)
      .execute();
  };
  return { address, insert, close: () => db.destroy() };
}

describeStores('a store of an older schema', (store) => {
  const names = Object.keys(migrationsFor(store.kind)).sort();

  it.each(names)('as %s left it keeps every row on its way to the newest', async (name) => {
    const old = await storeOf(store, name);
    const inserted = name < CHANNELS ? rows : withUserChannels(rows);
    for (const [table, row] of Object.entries(inserted)) await old.insert(table, row);
    await old.close();

    const db = await openDatabase(old.address);
    try {
      for (const [table, row] of Object.entries(withUserChannels(rows))) {
        const kept = await db
          .selectFrom(table as 'users')
          .selectAll()
          .execute();
        expect([table, kept]).toEqual([table, [expect.objectContaining(row)]]);
      }
      // Later tables exist next to it, and refer to it.
      const layout = { user_id: 1, task_id: 1, created_at: 3 };
      expect(await db.insertInto('layout_tasks').values(layout).returningAll().execute()).toMatchObject([layout]);
    } finally {
      await db.destroy();
    }
  });

  it('which a newer service has migrated is not opened by an older one', async () => {
    const address = await store.address();
    await (await openDatabase(address)).destroy();
    const db = new Kysely<never>({ dialect: dialectOf(address) });
    const known = Object.entries(migrationsFor(store.kind)).filter(([name]) => name < CHANNELS);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(known) } });
    const { error } = await migrator.migrateToLatest();
    expect(error).toMatchObject({ message: expect.stringContaining(`${CHANNELS} is missing`) });
    await db.destroy();
  });

  describe('in which one uid had several channels', () => {
    let old: OldStore;
    let db: Database;
    afterEach(() => db.destroy());

    /** Task, content job, layout task, design, two exports' files and cover; `user` is the row of its uid. */
    async function deckOf(user: number, channel: string, id: number): Promise<void> {
      const own = { user_id: user, task_id: id };
      await old.insert('tasks', { ...rows.tasks, id, user_id: user, channel, title: `${user} ${channel}` });
      await old.insert('content_jobs', { ...rows.content_jobs, ...own, ticket: `ticket-${id}` });
      await old.insert('layout_tasks', { ...own, id, created_at: 1 });
      const files = { cover_file: `cover${id}`, canvas_file: `canvas${id}`, data_file: `data${id}` };
      await old.insert('designs', { ...rows.designs, ...own, ...files, id, deleted_at: null });
      await old.insert('exports', { ...rows.exports, user_id: user, design_id: id, task_key: `export-${id}` });
      for (const file_key of Object.values(files)) {
        await old.insert('files', { ...rows.files, user_id: user, file_key, export_key: null });
      }
      await old.insert('files', { ...rows.files, user_id: user, file_key: `f${id}`, export_key: `export-${id}` });
    }

    async function tokenOf(user: number, channel: string, table: 'tokens' | 'codes' = 'tokens'): Promise<void> {
      const hash = { tokens: 'token_hash', codes: 'code_hash' }[table];
      const row = { user_id: user, channel, created_at: 1, expires_at: 2 };
      await old.insert(table, { ...row, [hash]: `${table} ${user} ${channel}` });
    }

    const users = async () =>
      (await db.selectFrom('users').selectAll().orderBy('id').execute()).map(({ id, uid, channel }) => [
        id,
        uid,
        channel,
      ]);

    it('gives each channel a user with all that was made in it; the empty channel keeps the id', async () => {
      old = await storeOf(store, BEFORE_CHANNELS);
      // Their ids are 1 to 5: the database counts on from them.
      for (const uid of ['two', 'plain', 'shop alone', 'granted', 'unused']) {
        await old.insert('users', { api_key: 'key', uid, created_at: 1 });
      }
      await deckOf(1, 'web', 11);
      await deckOf(1, '', 12);
      await deckOf(1, 'app', 13);
      await deckOf(2, '', 14);
      await deckOf(3, 'shop', 15);
      for (const channel of ['', 'web', 'late']) await tokenOf(1, channel);
      await tokenOf(4, 'b');
      await tokenOf(4, 'a', 'codes');
      for (const [channel, count] of [
        ['', 7],
        ['web', 8],
      ] as const) {
        await old.insert('outline_counts', { user_id: 1, channel, count });
      }
      await old.close();

      db = await openDatabase(old.address);
      const all = await users();
      // The rows that were there, then those of further channels.
      expect(all.slice(0, 5)).toEqual([
        [1, 'two', ''],
        [2, 'plain', ''],
        [3, 'shop alone', 'shop'],
        [4, 'granted', 'a'],
        [5, 'unused', ''],
      ]);
      expect(all.slice(5).map(([, uid, channel]) => [uid, channel])).toEqual([
        ['two', 'app'],
        ['two', 'late'],
        ['two', 'web'],
        ['granted', 'b'],
      ]);
      const idOf = (uid: string, channel: string) =>
        all.find(([, name, own]) => name === uid && own === channel)![0] as number;

      const owners: [number, number][] = [
        [11, idOf('two', 'web')],
        [12, 1],
        [13, idOf('two', 'app')],
        [14, 2],
        [15, 3],
      ];
      const owned = async (table: 'tasks' | 'designs' | 'layout_tasks') =>
        (await db.selectFrom(table).select(['id', 'user_id']).orderBy('id').execute()).map((row) => [
          row.id,
          row.user_id,
        ]);
      for (const table of ['tasks', 'designs', 'layout_tasks'] as const) expect(await owned(table)).toEqual(owners);
      const jobs = await db.selectFrom('content_jobs').select(['ticket', 'user_id']).orderBy('task_id').execute();
      expect(jobs).toEqual(owners.map(([id, user_id]) => ({ ticket: `ticket-${id}`, user_id })));
      const exports = await db.selectFrom('exports').select(['task_key', 'user_id']).orderBy('design_id').execute();
      expect(exports).toEqual(owners.map(([id, user_id]) => ({ task_key: `export-${id}`, user_id })));
      const files = await db.selectFrom('files').select(['file_key', 'user_id']).execute();
      const names = ['cover', 'canvas', 'data', 'f'];
      expect(new Map(files.map((row) => [row.file_key, row.user_id]))).toEqual(
        new Map(owners.flatMap(([id, user]) => names.map((name) => [`${name}${id}`, user]))),
      );
      const tokens = await db.selectFrom('tokens').select(['token_hash', 'user_id']).execute();
      expect(new Map(tokens.map((row) => [row.token_hash, row.user_id]))).toEqual(
        new Map([
          ['tokens 1 ', 1],
          ['tokens 1 web', idOf('two', 'web')],
          ['tokens 1 late', idOf('two', 'late')],
          ['tokens 4 b', idOf('granted', 'b')],
        ]),
      );
      expect(await db.selectFrom('codes').select('user_id').execute()).toEqual([{ user_id: 4 }]);
      const counted = (channel: string) => countOutlines(db, 'key', channel, ['two', 'plain']);
      expect(await counted('')).toEqual([
        { uid: 'two', count: 7 },
        { uid: 'plain', count: 0 },
      ]);
      expect(await counted('web')).toEqual([
        { uid: 'two', count: 8 },
        { uid: 'plain', count: 0 },
      ]);
    });

    it('still takes new users and tells what refers to nothing', async () => {
      old = await storeOf(store, BEFORE_CHANNELS);
      await old.insert('users', { api_key: 'key', uid: 'two', created_at: 1 });
      await deckOf(1, 'web', 11);
      await old.close();
      db = await openDatabase(old.address);
      const empty = await ensureUser(db, { apiKey: 'key', uid: 'two', channel: '' }, 2);
      expect(await users()).toEqual([
        [1, 'two', 'web'],
        [empty.id, 'two', ''],
      ]);
      const task = { ...withUserChannels(rows).tasks, user_id: 99 } as never;
      // By its text: the driver's errors come from a native module, whose `Error` may be another one.
      const refused = (error: RegExp) => ({ message: expect.stringMatching(error) });
      await expect(db.insertInto('tasks').values(task).execute()).rejects.toMatchObject(refused(/foreign key/i));
      const again = db.insertInto('users').values({ api_key: 'key', uid: 'two', channel: 'web', created_at: 3 });
      await expect(again.execute()).rejects.toMatchObject(refused(/unique/i));
    });
  });
});
