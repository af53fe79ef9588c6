import type { Database } from './database';
import type { Task } from './tasks';

/** Creates a pro-layout task and returns its id. */
export async function insertLayoutTask(db: Database, task: Task, now: number): Promise<number> {
  const { id } = await db
    .insertInto('layout_tasks')
    .values({ user_id: task.userId, task_id: task.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the task that the user's pro-layout task belongs to. */
export async function taskOfLayout(db: Database, userId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('layout_tasks')
    .select('task_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.task_id;
}
