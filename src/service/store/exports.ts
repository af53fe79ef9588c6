import { refersToNothing } from './constraints';
import type { Database } from './database';
import { insertFiles, type NewFile } from './files';
import type { ExportRow } from './schema';

export type NewExport = Pick<
  ExportRow,
  'task_key' | 'user_id' | 'design_id' | 'format' | 'edit' | 'files_to_zip' | 'created_at'
>;

/** False, nothing stored, when the design has been cleared since it was read. */
export async function insertExport(db: Database, row: NewExport): Promise<boolean> {
  try {
    await db
      .insertInto('exports')
      .values({ ...row, status: 'running', reason: null, finished_at: null })
      .execute();
    return true;
  } catch (error) {
    if (refersToNothing(error)) return false;
    throw error;
  }
}

/** The export; with a user, only if it is that user's. */
export async function findExport(db: Database, taskKey: string, userId?: number): Promise<ExportRow | undefined> {
  let query = db.selectFrom('exports').selectAll().where('task_key', '=', taskKey);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/** Unfinished exports of one user, counted up to `most`. */
export async function countUnfinishedExportsOf(db: Database, userId: number, most: number): Promise<number> {
  const rows = await db
    .selectFrom('exports')
    .select('task_key')
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .limit(most)
    .execute();
  return rows.length;
}

/** Stores the finished files in one step. False, nothing stored, when the export is finished or gone already. */
export async function finishExport(db: Database, taskKey: string, files: NewFile[], now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('exports')
      .set({ status: 'succeeded', finished_at: now })
      .where('task_key', '=', taskKey)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertFiles(transaction, files);
    return true;
  });
}

/** Forgets an export that could not be started: its key was never handed out. */
export async function removeExport(db: Database, taskKey: string): Promise<void> {
  await db.deleteFrom('exports').where('task_key', '=', taskKey).execute();
}
