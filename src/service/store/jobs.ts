import type { Database } from './database';
import type { User } from './users';

/** The identity of a job: the suffix of its workflow id, and the account for fair scheduling. */
export interface JobKey {
  /** Ticket or task key. */
  key: string;
  /** Jobs take turns between accounts. */
  apiKey: string;
}

/** Selects a page of unfinished jobs. */
interface UnfinishedPage {
  /** Created at this time or earlier, in milliseconds since 1970. */
  before: number;
  /** The last key of the previous page; empty for the first page. */
  after: string;
  limit: number;
}

const ROWS = {
  content: { table: 'content_jobs', key: 'ticket' },
  export: { table: 'exports', key: 'task_key' },
} as const;
export type JobKind = keyof typeof ROWS;

/** Typed as one of the two: apart from the name of the key, the columns are the same. */
const rowsOf = (kind: JobKind) => ROWS[kind] as (typeof ROWS)['export'];

/** Returns one page of unfinished jobs, ordered by key. */
export async function unfinishedJobs(
  db: Database,
  kind: JobKind,
  { before, after, limit }: UnfinishedPage,
): Promise<JobKey[]> {
  const { table, key } = rowsOf(kind);
  return db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.user_id`)
    .select([`${key} as key`, 'users.api_key as apiKey'])
    .where('status', '=', 'running')
    .where(`${table}.created_at`, '<=', before)
    .where(key, '>', after)
    .orderBy(key)
    .limit(limit)
    .execute();
}

/** Counts the unfinished jobs of a user and of its account. */
export async function unfinishedJobsOf(
  db: Database,
  kind: JobKind,
  { id, apiKey }: Pick<User, 'id' | 'apiKey'>,
): Promise<{ user: number; account: number }> {
  const { table } = rowsOf(kind);
  const rows = await db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.user_id`)
    .select('user_id as userId')
    .where('status', '=', 'running')
    .where('users.api_key', '=', apiKey)
    .execute();
  return { user: rows.filter(({ userId }) => userId === id).length, account: rows.length };
}

export async function countUnfinishedJobs(db: Database, kind: JobKind): Promise<number> {
  const { count } = await db
    .selectFrom(rowsOf(kind).table)
    .select((row) => row.fn.countAll().as('count'))
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function failJob(db: Database, kind: JobKind, id: string, reason: string, now: number): Promise<void> {
  const { table, key } = rowsOf(kind);
  await db
    .updateTable(table)
    .set({ status: 'failed', reason, finished_at: now })
    .where(key, '=', id)
    .where('status', '=', 'running')
    .execute();
}
