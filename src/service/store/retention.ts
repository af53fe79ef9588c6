import { type QueryResult, sql } from 'kysely';
import { FIRST_SUIT } from './brand-templates';
import type { Database } from './database';

/** Rows per step: small enough to stop in between. */
const BATCH = 100;

/** Removes some rows of one kind that nothing needs; returns their number, and the files that nothing refers to now. */
type Removal = (db: Database, until: number) => Promise<{ rows: number; files?: string[] }>;

const removed = async (deleting: Promise<QueryResult<unknown>>) => ({
  rows: Number((await deleting).numAffectedRows ?? 0),
});

const finishedExports: Removal = (db, until) =>
  db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('exports')
      .select('task_key')
      .where('status', '!=', 'running')
      .where('created_at', '<=', until)
      .limit(BATCH)
      .execute();
    const keys = old.map(({ task_key }) => task_key);
    if (keys.length === 0) return { rows: 0 };
    const files = await transaction.selectFrom('files').select('file_key').where('export_key', 'in', keys).execute();
    // Their file rows are deleted by cascade.
    await transaction.deleteFrom('exports').where('task_key', 'in', keys).execute();
    return { rows: keys.length, files: files.map(({ file_key }) => file_key) };
  });

const contentJobs: Removal = (db, until) =>
  removed(
    sql`delete from content_jobs where ticket in (
    select ticket from content_jobs where status <> 'running' and created_at <= ${until}
    limit ${sql.lit(BATCH)})`.execute(db),
  );

/** Tasks without a design, also in the trash, and without a running job. Documents and layouts go with them. */
const tasks: Removal = (db, until) =>
  removed(
    sql`delete from tasks where id in (
    select id from tasks old where created_at <= ${until}
      and not exists (select 1 from designs where task_id = old.id)
      and not exists (select 1 from content_jobs where task_id = old.id and status = 'running')
    limit ${sql.lit(BATCH)})`.execute(db),
  );

/** The images of one user that none of its texts names. One that is needed is looked at again after the same time. */
const images: Removal = async (db, until) => {
  const oldest = await db
    .selectFrom('pictures')
    .select('user_id')
    .where('needed_at', '<=', until)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return { rows: 0 };
  const { user_id } = oldest;
  const old = await db
    .selectFrom('pictures')
    .select('hash')
    .where('user_id', '=', user_id)
    .where('needed_at', '<=', until)
    .limit(BATCH)
    .execute();
  const named = new Set<string>();
  for await (const text of textsOf(db, user_id)) for (const { hash } of old) if (text.includes(hash)) named.add(hash);
  const hashes = old.map(({ hash }) => hash);
  const unneeded = hashes.filter((hash) => !named.has(hash));
  const mine = (all: string[]) => (all.length > 0 ? all : ['']);
  await db
    .updateTable('pictures')
    .set({ needed_at: Date.now() })
    .where('user_id', '=', user_id)
    .where('hash', 'in', mine([...named]))
    .execute();
  await db.deleteFrom('pictures').where('user_id', '=', user_id).where('hash', 'in', mine(unneeded)).execute();
  return { rows: hashes.length };
};

/** One at a time, because they may be long. */
async function* textsOf(db: Database, userId: number): AsyncGenerator<string> {
  const tasks = await db.selectFrom('tasks').select('id').where('user_id', '=', userId).execute();
  for (const { id } of tasks) {
    const task = await db.selectFrom('tasks').select(['outline', 'content']).where('id', '=', id).executeTakeFirst();
    yield task?.content ?? task?.outline ?? '';
    const source = await db
      .selectFrom('task_documents')
      .select('document')
      .where('task_id', '=', id)
      .executeTakeFirst();
    yield source?.document ?? '';
  }
  const designs = await db.selectFrom('designs').select('id').where('user_id', '=', userId).execute();
  for (const { id } of designs) {
    const design = await db.selectFrom('designs').select('content').where('id', '=', id).executeTakeFirst();
    yield design?.content ?? '';
  }
}

/** Removed templates that no design uses. */
const templates: Removal = (db, until) =>
  removed(
    sql`delete from brand_templates where id in (
    select id from brand_templates old where removed_at <= ${until}
      and not exists (select 1 from designs where suit_id = old.id + ${sql.lit(FIRST_SUIT)})
    limit ${sql.lit(BATCH)})`.execute(db),
  );

const OF_USERS = [
  'tokens',
  'codes',
  'tasks',
  'designs',
  'files',
  'pictures',
  'outline_counts',
  'model_spend',
  'layout_tasks',
] as const;

/** Users without anything. */
const users: Removal = (db, until) =>
  removed(
    sql`delete from users where id in (
    select id from users old where created_at <= ${until} and ${sql.join(
      OF_USERS.map((table) => sql`not exists (select 1 from ${sql.table(table)} where user_id = old.id)`),
      sql` and `,
    )}
    limit ${sql.lit(BATCH)})`.execute(db),
  );

const spend: Removal = async (db, until) => {
  await db.deleteFrom('model_spend').where('day', '<', new Date(until).toISOString().slice(0, 10)).execute();
  return { rows: 0 };
};

/** In an order in which one removal lets the next one find more. Each is bounded by the retention it names. */
const REMOVALS = { exports: finishedExports, contentJobs, tasks, images, templates, spend, users } as const;
export type RemovedKind = keyof typeof REMOVALS;

/**
 * Removes everything of one kind that was last needed before a point in time.
 * @param removeFile removes a file that no row refers to any more
 * @returns the number of rows
 */
export async function removeOld(
  db: Database,
  kind: RemovedKind,
  until: number,
  removeFile: (key: string) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted();
    const { rows, files = [] } = await REMOVALS[kind](db, until);
    for (const key of files) await removeFile(key);
    all += rows;
    // Images are read user by user.
    if (rows === 0 || (rows < BATCH && kind !== 'images')) return all;
  }
}

export const removedKinds = Object.keys(REMOVALS) as RemovedKind[];
