import type { Database } from './database';

/** What a job is started with: the end of its workflow's id, and the user in whose turn it runs. */
export interface JobKey {
  /** Ticket or task key. */
  key: string;
  userId: number;
}

/** Which unfinished jobs are asked for. */
export interface UnfinishedPage {
  /** Opened at this time or earlier, milliseconds since 1970. */
  before: number;
  /** The last key of the page before this one; empty for the first. */
  after: string;
  limit: number;
}

const ROWS = {
  content: { table: 'content_jobs', key: 'ticket' },
  export: { table: 'exports', key: 'task_key' },
} as const;
export type JobKind = keyof typeof ROWS;

/** Typed as one of the two: beside the name of the key, the columns of a job are the same. */
const rowsOf = (kind: JobKind) => ROWS[kind] as (typeof ROWS)['export'];

/** Unfinished jobs by their keys, one page of them in the order of their keys. */
export async function unfinishedJobs(
  db: Database,
  kind: JobKind,
  { before, after, limit }: UnfinishedPage,
): Promise<JobKey[]> {
  const { table, key } = rowsOf(kind);
  return db
    .selectFrom(table)
    .select([`${key} as key`, 'user_id as userId'])
    .where('status', '=', 'running')
    .where('created_at', '<=', before)
    .where(key, '>', after)
    .orderBy(key)
    .limit(limit)
    .execute();
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
