import { sql } from 'kysely';
import { forgetTokens } from './credentials';
import type { Database } from './database';
import type { User } from './users';

/** Rows of one kind, and the bytes of their texts or files. */
export interface Stored {
  rows: number;
  bytes: number;
}

const length = (column: string) => `coalesce(octet_length(${column}), 0)`;
/** Everything that belongs to a user, with its size. */
const KINDS = {
  tasks: ['tasks', `${length('outline')} + ${length('content')}`],
  documents: ['task_documents', length('document')],
  contentJobs: ['content_jobs', length('content')],
  designs: ['designs', length('content')],
  files: ['files', 'size', 'export_key is null'],
  exports: ['files', 'size', 'export_key is not null'],
  images: ['pictures', 'size'],
  tokens: ['tokens', '0'],
  codes: ['codes', '0'],
  modelCalls: ['model_spend', '0'],
} as const;
export type StoredKind = keyof typeof KINDS;

export interface StoredOfUser extends Omit<User, 'id'> {
  kinds: { [Kind in StoredKind]?: Stored };
}

/** What each user has, of one account or of all, with the number of templates of each account. */
export async function storedByUser(db: Database): Promise<StoredOfUser[]> {
  const users = await db.selectFrom('users').select(['id', 'api_key', 'uid', 'channel']).orderBy('id').execute();
  const found = new Map(
    users.map(({ id, api_key: apiKey, uid, channel }) => [id, { apiKey, uid, channel, kinds: {} } as StoredOfUser]),
  );
  for (const [kind, [table, bytes, where = '1 = 1']] of Object.entries(KINDS)) {
    const { rows } = await sql<{ user_id: number; rows: number; bytes: number }>`
      select user_id, count(*) as rows, sum(${sql.raw(bytes)}) as bytes
      from ${sql.table(table)} where ${sql.raw(where)} group by user_id`.execute(db);
    for (const row of rows) {
      const stored = { rows: Number(row.rows), bytes: Number(row.bytes) };
      const user = found.get(row.user_id);
      if (user) user.kinds[kind as StoredKind] = stored;
    }
  }
  return [...found.values()];
}

export async function templatesByAccount(db: Database): Promise<{ apiKey: string; templates: number }[]> {
  const rows = await db
    .selectFrom('brand_templates')
    .select(({ fn }) => ['api_key', fn.countAll().as('templates')])
    .groupBy('api_key')
    .execute();
  return rows.map(({ api_key, templates }) => ({ apiKey: api_key, templates: Number(templates) }));
}

/** The users of an account, or those with a uid, in one channel or in all. */
export async function usersOf(
  db: Database,
  { apiKey, uid, channel }: { apiKey: string; uid?: string | undefined; channel?: string | undefined },
): Promise<User[]> {
  let query = db.selectFrom('users').select(['id', 'uid', 'channel']).where('api_key', '=', apiKey);
  if (uid !== undefined) query = query.where('uid', '=', uid);
  if (channel !== undefined) query = query.where('channel', '=', channel);
  return (await query.execute()).map((row) => ({ apiKey, ...row }));
}

/** The rows of a user as they are, without hashes of credentials; one table at a time. */
export async function* rowsOfUser(db: Database, userId: number): AsyncIterable<{ table: string; rows: object[] }> {
  const tables = ['tasks', 'task_documents', 'content_jobs', 'designs', 'exports', 'files', 'layout_tasks'] as const;
  for (const table of [...tables, 'pictures', 'model_spend', 'outline_counts'] as const) {
    const { rows } = await sql<object>`select * from ${sql.table(table)} where user_id = ${userId}`.execute(db);
    yield { table, rows };
  }
  for (const table of ['tokens', 'codes'] as const) {
    yield {
      table,
      rows: await db.selectFrom(table).select(['created_at', 'expires_at']).where('user_id', '=', userId).execute(),
    };
  }
}

/** The files that only this user has, with the names that people gave them. */
export async function filesOfUser(db: Database, userId: number): Promise<{ key: string; name: string }[]> {
  const files = await db.selectFrom('files').select(['file_key', 'name']).where('user_id', '=', userId).execute();
  const images = await db
    .selectFrom('pictures')
    .select(['file_key', 'type'])
    .where('user_id', '=', userId)
    .where('file_key', 'not in', ({ selectFrom }) =>
      selectFrom('pictures').select('file_key').where('user_id', '<>', userId),
    )
    .execute();
  return [
    ...files.map(({ file_key: key, name }) => ({ key, name })),
    ...images.map(({ file_key: key, type }) => ({ key, name: `image.${type}` })),
  ];
}

/** Ends the tokens and codes of a user. A service that has just seen a token knows it for a second. @returns how many */
export async function revokeCredentials(db: Database, userId: number): Promise<number> {
  let ended = 0;
  for (const table of ['tokens', 'codes'] as const) {
    const { numDeletedRows } = await db.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst();
    ended += Number(numDeletedRows);
  }
  forgetTokens(db);
  return ended;
}

/** Tables with rows of users, in an order in which none refers to a removed row. Others go with those that they refer to. */
const REMOVED = [
  'files',
  'exports',
  'designs',
  'content_jobs',
  'tasks',
  'pictures',
  'outline_counts',
  'model_spend',
  'tokens',
  'codes',
] as const;

/**
 * Removes a user with everything that belongs to it. Files go first, so that an erasure that is killed finds the others
 * again by their rows. Nothing is left to find after the last step.
 */
export async function eraseUser(
  db: Database,
  user: User,
  removeFile: (key: string) => Promise<void>,
): Promise<{ rows: number; files: number }> {
  await revokeCredentials(db, user.id);
  const files = await filesOfUser(db, user.id);
  for (const { key } of files) await removeFile(key);
  return db.transaction().execute(async (transaction) => {
    let rows = 0;
    for (const table of REMOVED) {
      const { numDeletedRows } = await transaction.deleteFrom(table).where('user_id', '=', user.id).executeTakeFirst();
      rows += Number(numDeletedRows);
    }
    await transaction.deleteFrom('users').where('id', '=', user.id).execute();
    return { rows: rows + 1, files: files.length };
  });
}

/** Lets SQLite overwrite what it removes. PostgreSQL does so when it vacuums. */
export const overwriteRemoved = (db: Database) => sql`pragma secure_delete = on`.execute(db);

/** Moves what was overwritten from the log of SQLite to its file. A reader may delay it. */
export const flushRemoved = (db: Database) => sql`pragma wal_checkpoint(truncate)`.execute(db);
