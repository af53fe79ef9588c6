import { type RawBuilder, sql } from 'kysely';
import { LruCache } from '../../base/io/lru-cache';
import type { Database } from './database';
import type { User } from './users';

/** How long the sum of an account is used: it may have many users. */
const KEPT_MS = 5_000;
const MOST_KEPT = 10_000;
const sums = new WeakMap<Database, LruCache<number>>();

/** Bytes of the files and texts of a user, and of all users of its account. */
export async function storedBytes(
  db: Database,
  { id, apiKey }: Pick<User, 'id' | 'apiKey'>,
): Promise<{ user: number; account: number }> {
  const row = await db.selectFrom('users').select('bytes').where('id', '=', id).executeTakeFirst();
  const kept = sums.get(db) ?? new LruCache({ weight: MOST_KEPT, ms: KEPT_MS });
  sums.set(db, kept);
  const account = kept.get(apiKey) ?? kept.set(apiKey, await ofAccount(db, apiKey));
  return { user: row?.bytes ?? 0, account };
}

async function ofAccount(db: Database, apiKey: string): Promise<number> {
  const sum = await db
    .selectFrom('users')
    .select(({ fn }) => fn.sum('bytes').as('bytes'))
    .where('api_key', '=', apiKey)
    .executeTakeFirst();
  return Number(sum?.bytes ?? 0);
}

/** The columns whose bytes count as stored by a user. */
const COUNTED = {
  files: ['size'],
  pictures: ['size'],
  tasks: ['outline', 'content'],
  task_documents: ['document'],
  content_jobs: ['content'],
  designs: ['content'],
} as const;

/** Lets the database add up the bytes of every user, also of rows that it removes with others. */
export async function countStoredBytes(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const [table, columns] of Object.entries(COUNTED)) {
    const sizeOf = (row: 'new' | 'old') =>
      columns
        .map((name) => (name === 'size' ? `${row}.size` : `coalesce(octet_length(${row}.${name}), 0)`))
        .join(' + ');
    const plus = `update users set bytes = bytes + (${sizeOf('new')}) where id = new.user_id;`;
    const minus = `update users set bytes = bytes - (${sizeOf('old')}) where id = old.user_id;`;
    const statements =
      kind === 'sqlite'
        ? [
            `create trigger ${table}_added after insert on ${table} begin ${plus} end`,
            `create trigger ${table}_removed after delete on ${table} begin ${minus} end`,
            `create trigger ${table}_changed after update of ${columns.join(', ')} on ${table} begin ${minus} ${plus} end`,
          ]
        : [
            `create function ${table}_stored() returns trigger language plpgsql as $$ begin
              if tg_op <> 'INSERT' then ${minus} end if; if tg_op <> 'DELETE' then ${plus} end if; return null; end $$`,
            `create trigger ${table}_stored after insert or delete or update of ${columns.join(', ')} on ${table}
              for each row execute function ${table}_stored()`,
          ];
    for (const statement of statements) await (sql.raw(statement) as RawBuilder<unknown>).execute(db);
  }
}
