import { Refusal } from '../../contract/refusal';
import type { Outline } from '../../outline/outline';
import type { Database } from './database';
import type { ContentJobRow } from './schema';
import { storeContent, type Task } from './tasks';

/** The job that counts for the task's outline as it stands: unfinished or succeeded. */
export async function findContentJobOf(db: Database, task: Task): Promise<ContentJobRow | undefined> {
  return db
    .selectFrom('content_jobs')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('outline_revision', '=', task.outlineRevision)
    .where('status', '!=', 'failed')
    .executeTakeFirst();
}

/** Opens a job for the task's outline. When another call was faster, answers that call's job. */
export async function openContentJob(
  db: Database,
  task: Task,
  ticket: string,
  now: number,
  finished?: Outline,
): Promise<ContentJobRow> {
  const opened = await db
    .insertInto('content_jobs')
    .values({
      ticket,
      task_id: task.id,
      user_id: task.userId,
      outline_revision: task.outlineRevision,
      status: finished ? 'succeeded' : 'running',
      content: finished ? JSON.stringify(finished) : null,
      reason: null,
      created_at: now,
      finished_at: finished ? now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  const job = opened ?? (await newestJobOf(db, task.id));
  if (!job) throw new Refusal('internal', `task ${task.id} is being changed by other calls; try again`);
  return job;
}

/** Not by the outline's revision: a job that makes the outline itself moves on to the revision that it has made. */
async function newestJobOf(db: Database, taskId: number): Promise<ContentJobRow | undefined> {
  return db
    .selectFrom('content_jobs')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('status', '!=', 'failed')
    .orderBy('outline_revision', 'desc')
    .executeTakeFirst();
}

/** The job of a ticket; with a user, only if it is that user's. */
export async function findContentJob(
  db: Database,
  ticket: string,
  userId?: number,
): Promise<ContentJobRow | undefined> {
  let query = db.selectFrom('content_jobs').selectAll().where('ticket', '=', ticket);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/** Writes the content to the job, and to its task when the outline has not moved on, in one step. */
export async function finishContentJob(
  db: Database,
  ticket: string,
  taskId: number,
  revision: number,
  content: Outline,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('content_jobs')
      .set({ status: 'succeeded', content: JSON.stringify(content), finished_at: now })
      .where('ticket', '=', ticket)
      .where('status', '=', 'running')
      .execute();
    await storeContent(transaction, taskId, revision, content);
  });
}

/** Counts an attempt that the provider has failed; answers how many there are now. */
export async function countProviderFailure(db: Database, ticket: string): Promise<number> {
  const row = await db
    .updateTable('content_jobs')
    .set((job) => ({ provider_failures: job('provider_failures', '+', 1) }))
    .where('ticket', '=', ticket)
    .returning('provider_failures')
    .executeTakeFirst();
  return row?.provider_failures ?? 0;
}
