import { type Kysely, sql } from 'kysely';
import type { ColumnTypes, StoreKind } from './column-types';

/**
 * Makes the channel part of the user: one row per account, uid and channel, with every dependent row moved to its
 * channel's user.
 * The existing row of a uid keeps its id for the first of its channels, the empty one before all others; further
 * channels get new rows. So an installation without channels, or with one channel per uid, keeps all user ids.
 */
export async function userChannels(db: Kysely<unknown>, types: ColumnTypes, kind: StoreKind): Promise<void> {
  await addChannelToUsers(db, types, kind);
  await splitUsers(db);
  await moveToOwners(db);
  await dropOtherChannels(db, types);
}

/** The channels of each user that have left a trace. Designs, exports and files belong to tasks. */
const used = sql`(
  select user_id, channel from tokens
  union select user_id, channel from codes
  union select user_id, channel from tasks
  union select user_id, channel from outline_counts
)`;

async function addChannelToUsers(db: Kysely<unknown>, { ownId }: ColumnTypes, kind: StoreKind): Promise<void> {
  const first = sql`(select user_id, min(channel) as channel from ${used} as used group by user_id) as first`;
  if (kind === 'postgres') {
    await sql`alter table users add column channel text not null default ''`.execute(db);
    await sql`update users set channel = first.channel from ${first} where first.user_id = users.id`.execute(db);
    await sql`alter table users alter column channel drop default`.execute(db);
    await sql`alter table users drop constraint users_api_key_uid`.execute(db);
    await sql`alter table users add constraint users_api_key_uid_channel unique (api_key, uid, channel)`.execute(db);
    return;
  }
  // SQLite cannot change a table constraint. Its foreign keys are not checked until the migration ends.
  await db.schema
    .createTable('users_with_channel')
    .addColumn('id', ownId.type, ownId.build)
    .addColumn('api_key', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('users_api_key_uid_channel', ['api_key', 'uid', 'channel'])
    .execute();
  await sql`insert into users_with_channel (id, api_key, uid, channel, created_at)
    select users.id, api_key, uid, coalesce(first.channel, ''), created_at
    from users left join ${first} on first.user_id = users.id`.execute(db);
  await db.schema.dropTable('users').execute();
  await db.schema.alterTable('users_with_channel').renameTo('users').execute();
}

/** Inserts a row for every new channel and moves each credential, task and count to the user of its channel. */
async function splitUsers(db: Kysely<unknown>): Promise<void> {
  await sql`insert into users (api_key, uid, channel, created_at)
    select users.api_key, users.uid, used.channel, users.created_at
    from ${used} as used join users on users.id = used.user_id
    where used.channel <> users.channel
    order by users.id, used.channel`.execute(db);
  for (const table of ['tokens', 'codes', 'tasks', 'outline_counts']) {
    const row = sql.table(table);
    await sql`update ${row} set user_id = own.id
      from users as had, users as own
      where had.id = ${row}.user_id and had.channel <> ${row}.channel
      and own.api_key = had.api_key and own.uid = had.uid and own.channel = ${row}.channel`.execute(db);
  }
}

/** Designs and jobs follow their task, whichever channel's token created them. */
async function moveToOwners(db: Kysely<unknown>): Promise<void> {
  const follow = (table: string, key: string, owner: string, ownerKey: string) => {
    const [row, of] = [sql.table(table), sql.table(owner)];
    return sql`update ${row} set user_id = ${of}.user_id from ${of}
      where ${row}.${sql.ref(key)} = ${of}.${sql.ref(ownerKey)} and ${row}.user_id <> ${of}.user_id`.execute(db);
  };
  for (const table of ['content_jobs', 'layout_tasks', 'designs']) await follow(table, 'task_id', 'tasks', 'id');
  await follow('exports', 'design_id', 'designs', 'id');
  await follow('files', 'export_key', 'exports', 'task_key');
  for (const file of ['cover_file', 'canvas_file', 'data_file']) await follow('files', 'file_key', 'designs', file);
}

async function dropOtherChannels(db: Kysely<unknown>, { id }: ColumnTypes): Promise<void> {
  for (const table of ['tokens', 'codes', 'tasks']) await db.schema.alterTable(table).dropColumn('channel').execute();
  // The channel is part of the primary key, which SQLite cannot change either.
  await db.schema.alterTable('outline_counts').renameTo('outline_counts_by_channel').execute();
  await db.schema
    .createTable('outline_counts')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id'))
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into outline_counts (user_id, count) select user_id, count from outline_counts_by_channel`.execute(
    db,
  );
  await db.schema.dropTable('outline_counts_by_channel').execute();
}
