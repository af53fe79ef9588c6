import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database';
import type { User } from './users';

/** How long the sum of an account is used: it may have many users. */
const KEPT_MS = 5_000;
const sums = new WeakMap<Database, Map<string, { bytes: number; until: number }>>();

/** Bytes of the files and texts of a user, and of all users of its account. */
export async function storedBytes(
  db: Database,
  { id, apiKey }: Pick<User, 'id' | 'apiKey'>,
): Promise<{ user: number; account: number }> {
  const row = await db.selectFrom('users').select('bytes').where('id', '=', id).executeTakeFirst();
  const kept = sums.get(db) ?? new Map<string, { bytes: number; until: number }>();
  sums.set(db, kept);
  const known = kept.get(apiKey);
  if (known && known.until > performance.now()) return { user: row?.bytes ?? 0, account: known.bytes };
  const sum = await db
    .selectFrom('users')
    .select(({ fn }) => fn.sum('bytes').as('bytes'))
    .where('api_key', '=', apiKey)
    .executeTakeFirst();
  const bytes = Number(sum?.bytes ?? 0);
  kept.set(apiKey, { bytes, until: performance.now() + KEPT_MS });
  return { user: row?.bytes ?? 0, account: bytes };
}

/** The columns whose bytes count as stored by a user. */
const COUNTED = {
  files: { numbers: ['size'], texts: [] },
  pictures: { numbers: ['size'], texts: [] },
  tasks: { numbers: [], texts: ['outline', 'content'] },
  task_documents: { numbers: [], texts: ['document'] },
  content_jobs: { numbers: [], texts: ['content'] },
  designs: { numbers: [], texts: ['content'] },
} as const;

/** Lets the database add up the bytes of every user, also of rows that it removes with others. */
export async function countStoredBytes(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const [table, { numbers, texts }] of Object.entries(COUNTED)) {
    const sizeOf = (row: 'new' | 'old') =>
      [
        ...numbers.map((name) => `${row}.${name}`),
        ...texts.map((name) => `coalesce(octet_length(${row}.${name}), 0)`),
      ].join(' + ');
    const plus = `update users set bytes = bytes + (${sizeOf('new')}) where id = new.user_id;`;
    const minus = `update users set bytes = bytes - (${sizeOf('old')}) where id = old.user_id;`;
    const statements =
      kind === 'sqlite'
        ? [
            `create trigger ${table}_added after insert on ${table} begin ${plus} end`,
            `create trigger ${table}_removed after delete on ${table} begin ${minus} end`,
            `create trigger ${table}_changed after update of ${[...numbers, ...texts].join(', ')} on ${table} begin ${minus} ${plus} end`,
          ]
        : [
            `create function ${table}_stored() returns trigger language plpgsql as $$ begin
              if tg_op <> 'INSERT' then ${minus} end if; if tg_op <> 'DELETE' then ${plus} end if; return null; end $$`,
            `create trigger ${table}_stored after insert or delete or update of ${[...numbers, ...texts].join(', ')} on ${table}
              for each row execute function ${table}_stored()`,
          ];
    for (const statement of statements) await (sql.raw(statement) as RawBuilder<unknown>).execute(db);
  }
}
