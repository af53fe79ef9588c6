import { ServiceError } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import type { Database } from './database';
import type { ContentJobRow } from './schema';
import { storeContent, type Task } from './tasks';

/** The valid job of the task's current outline: unfinished or succeeded. */
export async function findContentJobOf(db: Database, task: Task): Promise<ContentJobRow | undefined> {
  return db
    .selectFrom('content_jobs')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('outline_revision', '=', task.outlineRevision)
    .where('status', '!=', 'failed')
    .executeTakeFirst();
}

/** Creates a job for the task's outline, or returns the job that a concurrent call created. */
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
  if (!job) throw new ServiceError('internal', `task ${task.id} is being changed by other calls; retry`);
  return job;
}

/** Not looked up by outline revision: a job that generates the outline itself moves on to that revision. */
async function newestJobOf(db: Database, taskId: number): Promise<ContentJobRow | undefined> {
  return db
    .selectFrom('content_jobs')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('status', '!=', 'failed')
    .orderBy('outline_revision', 'desc')
    .executeTakeFirst();
}

/** Returns the job of a ticket; with a user, only if it belongs to that user. */
export async function findContentJob(
  db: Database,
  ticket: string,
  userId?: number,
): Promise<ContentJobRow | undefined> {
  let query = db.selectFrom('content_jobs').selectAll().where('ticket', '=', ticket);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/** Stores the content in the job and, unless the outline has changed, in its task, in one transaction. */
export async function finishContentJob(
  db: Database,
  ticket: string,
  taskId: number,
  { revision, content, notes }: { revision: number; content: Outline; notes: readonly string[] },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('content_jobs')
      .set({
        status: 'succeeded',
        content: JSON.stringify(content),
        reason: notes.length === 0 ? null : notes.join(' '),
        finished_at: now,
      })
      .where('ticket', '=', ticket)
      .where('status', '=', 'running')
      .execute();
    await storeContent(transaction, taskId, revision, content);
  });
}

/** Counts an attempt that the provider failed; returns the new count. */
export async function countProviderFailure(db: Database, ticket: string): Promise<number> {
  const row = await db
    .updateTable('content_jobs')
    .set((job) => ({ provider_failures: job('provider_failures', '+', 1) }))
    .where('ticket', '=', ticket)
    .returning('provider_failures')
    .executeTakeFirst();
  return row?.provider_failures ?? 0;
}
