import type { Chapter } from '../../outline/outline';
import type { Database } from './database';

/** Stored chapters by their position in the requested outline. */
export async function findChapters(db: Database, taskId: number, asked: string): Promise<Map<number, Chapter>> {
  const rows = await db
    .selectFrom('written_chapters')
    .select(['position', 'chapter'])
    .where('task_id', '=', taskId)
    .where('asked', '=', asked)
    .execute();
  return new Map(rows.map(({ position, chapter }) => [position, JSON.parse(chapter) as Chapter]));
}

/**
 * Stores a chapter until the content is complete. Chapters of other requests are removed, because only one generation
 * of a task runs at a time.
 */
export async function keepChapter(
  db: Database,
  taskId: number,
  asked: string,
  position: number,
  chapter: Chapter,
): Promise<void> {
  const text = JSON.stringify(chapter);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('written_chapters')
      .where('task_id', '=', taskId)
      .where('asked', '!=', asked)
      .execute();
    await transaction
      .insertInto('written_chapters')
      .values({ task_id: taskId, asked, position, chapter: text })
      .onConflict((conflict) => conflict.columns(['task_id', 'asked', 'position']).doUpdateSet({ chapter: text }))
      .execute();
  });
}

export async function forgetChapters(db: Database, taskId: number): Promise<void> {
  await db.deleteFrom('written_chapters').where('task_id', '=', taskId).execute();
}
