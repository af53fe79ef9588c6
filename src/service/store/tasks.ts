import { hasAllContent } from '../../outline/carry-over';
import type { Outline } from '../../outline/outline';
import { withoutContent } from '../../outline/outline-limits';
import { readStoredOptions, storedOptions } from '../options/stored-options';
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
  /** Ids of the advanced options that were chosen. */
  options: number[];
  createdAt: number;
  outline: Outline | undefined;
  outlineRevision: number;
  outlineVariants: number;
  /** The outline with text; after an edit some points may have none. */
  content: Outline | undefined;
  contentRevision: number;
}

/** Whether the content is complete for the outline as it stands. */
export function contentIsCurrent(task: Task): boolean {
  return task.content !== undefined && task.outlineRevision > 0 && task.contentRevision === task.outlineRevision;
}

export interface NewTask {
  userId: number;
  type: number;
  title: string;
  options: number[];
  now: number;
  /** Outline and text that the task begins with. */
  content?: Outline;
  /** The uploaded document that outline and text will be made from. */
  document?: TaskDocument;
}

/** Stores the task with all that belongs to it, in one step. */
export async function insertTask(db: Database, task: NewTask): Promise<Task> {
  const { content, document } = task;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('tasks')
      .values({
        user_id: task.userId,
        type: task.type,
        title: task.title,
        options: storedOptions(task.options),
        created_at: task.now,
        outline: content ? JSON.stringify(withoutContent(content)) : null,
        outline_revision: content ? 1 : 0,
        outline_variants: 0,
        content: content ? JSON.stringify(content) : null,
        content_revision: content && hasAllContent(content) ? 1 : 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (document) await insertTaskDocument(transaction, row.id, document);
    return taskOf(row);
  });
}

/** The task, if it belongs to the user. */
export async function findTask(db: Database, userId: number, id: number): Promise<Task | undefined> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && taskOf(row);
}

/**
 * Stores a generated outline as the next revision and counts it for the user; answers the revision. Content of the
 * outline before it goes: it belongs to a deck that nobody wants any more.
 * @param made the ticket of the job that made the outline, and the content that was made with it.
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
    // A job that had to make the outline itself is from now on the job of that outline.
    if (ticket !== undefined) {
      await transaction.updateTable('content_jobs').set({ outline_revision }).where('ticket', '=', ticket).execute();
    }
    return outline_revision;
  });
}

/**
 * Stores an edited outline as the next revision, with the text that it keeps.
 * Answers false, having stored nothing, when the task has changed since it was read.
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

/** Stores complete content for an outline revision; does nothing when the outline has moved on. */
export async function storeContent(db: Database, taskId: number, revision: number, content: Outline): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ content: JSON.stringify(content), content_revision: revision })
    .where('id', '=', taskId)
    .where('outline_revision', '=', revision)
    .execute();
  // Chapters that were kept for another attempt: the whole is stored, or no one wants it any more.
  await forgetChapters(db, taskId);
}

function taskOf(row: TaskRow): Task {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    title: row.title,
    options: readStoredOptions(row.options),
    createdAt: row.created_at,
    outline: row.outline === null ? undefined : (JSON.parse(row.outline) as Outline),
    outlineRevision: row.outline_revision,
    outlineVariants: row.outline_variants,
    content: row.content === null ? undefined : (JSON.parse(row.content) as Outline),
    contentRevision: row.content_revision,
  };
}
