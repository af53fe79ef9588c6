import { notFound } from '../../contract/service-error';
import { findTask, type Task } from '../store/tasks';
import type { UserContext } from './context';

/** Returns the user's task. A missing task and another user's task cause the same refusal. */
export async function requireTask({ db, user }: UserContext, taskId: number, field = 'task_id'): Promise<Task> {
  const task = await findTask(db, user.id, taskId);
  if (!task) throw notFound('task', field, taskId);
  return task;
}
