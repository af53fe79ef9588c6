import { hasAllContent } from '../../outline/carry-over';
import type { Outline } from '../../outline/outline';
import { withoutContent } from '../../outline/outline-limits';
import type { Database } from './database';
import type { TaskRow } from './schema';
import { insertTaskDocument, type TaskDocument } from './task-documents';
import { forgetChapters } from './written-chapters';

/** A task with its outline and content as values. */
export interface Task {
  id: number;
  userId: number;
  type: number;
  title: string;
  /** Ids of the chosen advanced options. */
  options: (number | string)[];
  createdAt: number;
  outline: Outline | undefined;
  outlineRevision: number;
  outlineVariants: number;
  /** The outline with text; after an edit some points may have none. */
  content: Outline | undefined;
  contentRevision: number;
}

/** Whether the content is complete for the current outline. */
export function contentIsCurrent(task: Task): boolean {
  return task.content !== undefined && task.outlineRevision > 0 && task.contentRevision === task.outlineRevision;
}

interface NewTask {
  userId: number;
  type: number;
  title: string;
  options: (number | string)[];
  now: number;
  /** Initial outline and text of the task. */
  content?: Outline;
  /** The uploaded document to create outline and text from. */
  document?: TaskDocument;
}

/** Stores the task and its related rows in one transaction. */
export async function insertTask(db: Database, task: NewTask): Promise<Task> {
  const { content, document } = task;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('tasks')
      .values({
        user_id: task.userId,
        type: task.type,
        title: task.title,
        options: JSON.stringify(task.options),
        created_at: task.now,
        outline: content ? JSON.stringify(withoutContent(content)) : null,
        outline_revision: content ? 1 : 0,
        outline_variants: 0,
        content: content ? JSON.stringify(content) : null,
        content_revision: content && hasAllContent(content) ? 1 : 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (document) await insertTaskDocument(transaction, row, document);
    return taskOf(row);
  });
}

/** Returns the task if it belongs to the user. */
export async function findTask(db: Database, userId: number, id: number): Promise<Task | undefined> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && taskOf(row);
}

/** Those of the ids that are of a task, of any user; a tree has few of them. */
export async function existingTasks(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('tasks').select('id').where('id', 'in', ids.slice(0, MOST_TASKS)).execute();
  return rows.map(({ id }) => id);
}

/** Databases limit the values of a query. */
const MOST_TASKS = 1_000;

/**
 * Stores a generated outline as the next revision, counts it for the user and returns the revision. Content of the
 * previous outline is removed, because it belongs to an outdated deck.
 * @param made the ticket of the job that generated the outline, and the content generated with it.
 */
export async function storeGeneratedOutline(
  db: Database,
  task: Task,
  outline: Outline,
  made: { ticket?: string | undefined; content?: Outline } = {},
): Promise<number> {
  const { ticket, content } = made;
  return db.transaction().execute(async (transaction) => {
    const { outline_revision } = await transaction
      .updateTable('tasks')
      .set((row) => ({
        outline: JSON.stringify(outline),
        outline_revision: row('outline_revision', '+', 1),
        outline_variants: row('outline_variants', '+', 1),
        content: content ? JSON.stringify(content) : null,
        content_revision: content ? row('outline_revision', '+', 1) : 0,
      }))
      .where('id', '=', task.id)
      .returning('outline_revision')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('outline_counts')
      .values({ user_id: task.userId, count: 1 })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((row) => ({ count: row('outline_counts.count', '+', 1) })),
      )
      .execute();
    await forgetChapters(transaction, task.id);
    // A job that had to generate the outline becomes the job of that outline.
    if (ticket !== undefined) {
      await transaction.updateTable('content_jobs').set({ outline_revision }).where('ticket', '=', ticket).execute();
    }
    return outline_revision;
  });
}

/**
 * Stores an edited outline as the next revision, with the text that it keeps. Returns false, with nothing stored, if
 * the task has changed since it was read.
 */
export async function storeEditedOutline(
  db: Database,
  task: Task,
  edited: { outline: Outline; content: Outline | undefined; complete: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set((row) => ({
      outline: JSON.stringify(edited.outline),
      outline_revision: row('outline_revision', '+', 1),
      content: edited.content ? JSON.stringify(edited.content) : null,
      content_revision: edited.complete ? row('outline_revision', '+', 1) : 0,
    }))
    .where('id', '=', task.id)
    .where('outline_revision', '=', task.outlineRevision)
    .where('content_revision', '=', task.contentRevision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores complete content for an outline revision; does nothing if the outline has changed. */
export async function storeContent(db: Database, taskId: number, revision: number, content: Outline): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ content: JSON.stringify(content), content_revision: revision })
    .where('id', '=', taskId)
    .where('outline_revision', '=', revision)
    .execute();
  // The content is complete or outdated, so the chapters kept for another attempt are not needed.
  await forgetChapters(db, taskId);
}

function taskOf(row: TaskRow): Task {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    title: row.title,
    options: JSON.parse(row.options) as (number | string)[],
    createdAt: row.created_at,
    outline: row.outline === null ? undefined : (JSON.parse(row.outline) as Outline),
    outlineRevision: row.outline_revision,
    outlineVariants: row.outline_variants,
    content: row.content === null ? undefined : (JSON.parse(row.content) as Outline),
    contentRevision: row.content_revision,
  };
}
